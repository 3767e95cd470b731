"""What is raised where an engine cannot be asked because its form cannot be had."""

from discovery.web.response import Response
from wrappers.extraction.answers.obstacles import Classification


class FormPageError(Exception):
    """The page with the form could not be had: `judged` is what came instead, as `response`."""

    def __init__(self, response: Response, judged: Classification) -> None:
        super().__init__(judged.detail)
        self.response = response
        self.judged = judged
