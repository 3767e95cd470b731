"""Sites that answer in several designs: each answer is read by what understands it."""

import json
from collections import Counter

import jsonschema
import pytest
from django.urls import reverse

from discovery.models import Engine, EngineState
from discovery.pages.outcomes import AnswerKind
from tests.small_server import Reply, Request
from tests.wrappers.learned_engine import answers_of
from tests.wrappers.small_sites.always_answering import as_cards, as_list, as_table, engine
from tests.wrappers.small_sites.entries import nothing_or_matching
from tests.wrappers.small_sites.things import matching
from wrappers.engines.engine_file import file_schema
from wrappers.engines.versions import roll_back
from wrappers.imports.exporting import export_engine
from wrappers.imports.importing import import_file
from wrappers.learning.jobs import plan_learning
from wrappers.learning.work import LEARNING, add_engine
from wrappers.monitoring.checking import check_engine

pytestmark = pytest.mark.django_db(transaction=True)

DESIGNS = [engine(nothing_or_matching, show) for show in (as_list, as_cards, as_table)]
WORDS = "crooked gilded violin anchor kettle painted carried humble silent hammer".split()


class Changing:
    """A site that shows its visitors the designs `shown` in turn."""

    def __init__(self, *shown: int) -> None:
        self.shown = shown
        self.count = 0

    def __call__(self, request: Request) -> Reply:
        self.count += bool(request.query)
        return DESIGNS[self.shown[self.count % len(self.shown)]](request)


def read_by(of: Engine) -> tuple[Counter[AnswerKind], int]:
    """Return the kinds of the answers to all words, and how many other records they have."""
    answers = list(zip(WORDS, answers_of(of, *WORDS), strict=True))
    wrong = sum(
        len({r.title for r in a.records} ^ {t.title for t in matching(word)})
        for word, a in answers
        if a.kind is AnswerKind.RESULTS
    )
    return Counter(answer.kind for _, answer in answers), wrong


ALL_READ = (Counter({AnswerKind.RESULTS: len(WORDS)}), 0)


def test_two_designs_are_learned_at_once(served):
    job = add_engine(served(Changing(0, 1)))
    assert job.engine.state == EngineState.ACTIVE, job.log
    for _ in range(2):
        check_engine(Engine.objects.get())
    assert read_by(job.engine) == ALL_READ
    [other] = job.engine.wrapper_versions.beside()
    assert other.is_in_use and not other.is_active


def test_all_designs_go_with_the_engine_as_a_file(served):
    site = Changing(0, 1)
    job = add_engine(served(site))
    file = export_engine(job.engine)
    assert len(file.others) == 1
    jsonschema.validate(json.loads(file.to_text()), file_schema())
    Engine.objects.all().delete()
    import_file(json.dumps([file.to_json()]).encode(), "engines.json")
    job = LEARNING.work_now(plan_learning(Engine.objects.get(), enqueue=False))
    assert (job.outcome, job.log[-1]["name"]) == (EngineState.ACTIVE, "recall"), job.log
    assert read_by(job.engine) == ALL_READ
    again = export_engine(job.engine)
    designs = [{each.wrapper["formula"] for each in (f, *f.others)} for f in (file, again)]
    assert designs[0] == designs[1] and len(designs[0]) == 2


def test_a_further_design_that_reads_what_is_not_there_is_left_out(served):
    file = export_engine(add_engine(served(Changing(0, 1))).engine).to_json()
    step = {"steps": [{"tag": "html"}]}
    rule = {"keys": [step], "extent": "element", "titles": [{"kind": "first"}]}
    wrapper = {"format": file["wrapper"]["format"], "sections": [rule]}
    file["others"] = [*file["others"], {"wrapper": wrapper}]
    Engine.objects.all().delete()
    import_file(json.dumps([file]).encode(), "engines.json")
    job = LEARNING.work_now(plan_learning(Engine.objects.get(), enqueue=False))
    assert job.outcome == EngineState.ACTIVE, job.log
    [other] = job.engine.wrapper_versions.beside()
    assert other.wrapper != wrapper


def test_a_second_and_a_third_design_are_added_by_checks_alone(served):
    site = Changing(0)
    of = add_engine(served(site)).engine
    assert not of.wrapper_versions.beside().exists()
    for count, shown in enumerate(((0, 1), (0, 1, 2)), 1):
        site.shown = shown
        for _ in range(4):
            check_engine(Engine.objects.get())
        assert read_by(of) == ALL_READ
        assert of.wrapper_versions.beside().count() == count
    assert Engine.objects.get().state == EngineState.ACTIVE


def test_a_design_that_is_gone_is_not_read_by(served):
    site = Changing(0)
    of = add_engine(served(site)).engine
    site.shown = (1,)
    report = check_engine(of)
    assert report.mended
    assert read_by(of) == ALL_READ
    assert not of.wrapper_versions.beside().exists()


def test_who_goes_back_to_a_version_is_read_by_it_alone(served):
    site = Changing(0)
    of = add_engine(served(site)).engine
    site.shown = (0, 1)
    for _ in range(4):
        check_engine(Engine.objects.get())
    first = of.wrapper_versions.get(number=1)
    roll_back(first)
    assert not of.wrapper_versions.beside().exists()
    kinds, wrong = read_by(of)
    assert kinds[AnswerKind.BROKEN] and not wrong


def test_the_console_tells_what_reads_which_design(version, admin_client):
    for is_active, is_beside, told in ((True, False, "yes"), (False, True, "for another design")):
        type(version).objects.update(is_active=is_active, is_beside=is_beside)
        for page in (
            reverse("admin:wrappers_wrapperversion_changelist"),
            reverse("admin:discovery_engine_change", args=(version.engine_id,)),
        ):
            assert f'class="field-used">{told}</td>' in admin_client.get(page).text
