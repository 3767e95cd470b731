"""What a person can do about an engine that does not work, by its state."""

from discovery.models import EngineState

# Whole sentences, for the console.
ADVICE: dict[str, str] = {
    EngineState.PROPOSED: "Choose “Relearn” among the actions of the list to learn it now.",
    EngineState.BROKEN: (
        "It is being repaired by itself. What is found and cannot be trusted waits here for you to "
        "accept it. If nothing is found, choose the list of results on its pages yourself, or "
        "relearn it."
    ),
    EngineState.SUSPENDED: (
        "It is asked again by itself, ever less often. Look at its site in a browser: if it "
        "works there, check it now."
    ),
    EngineState.PAUSED: "It is paused. Choose “Resume” among the actions of the list.",
    EngineState.NO_FORM: (
        "Give the address of the page with the search form, or upload a connection description. "
        "A site without any search can be crawled as a collection."
    ),
    EngineState.UNREACHABLE: "Check the address in a browser; then relearn it.",
    EngineState.BLOCKED: (
        "The site wants people, not programs: it asks for a login or a captcha, or for something "
        "that no one click answers (the reason says what; the setting WALLS says which clicks are "
        "made). It cannot be asked from here; take it out, or ask its owner for access."
    ),
    EngineState.JAVASCRIPT_ONLY: (
        "Its pages, or what is found on them, come by scripts. Look for an address that works "
        "without, such as a mobile or “lite” version, and add that. Or collect the pages of the "
        "site: they are searched like an engine."
    ),
    EngineState.NO_RECORDS: (
        "Look at its pages: choose the list of results yourself, or try another form."
    ),
    EngineState.FAILED: (
        "The steps below say where it failed. Try another form, choose the list of results "
        "yourself, or relearn it."
    ),
}


def advice_for(state: str) -> str:
    """Return what can be done about an engine in `state`; nothing where all is well."""
    return ADVICE.get(state, "")
