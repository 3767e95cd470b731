"""The filtering rules of 2003 on labelled forms, beside the named cues."""

from discovery.forms import classify
from evaluation.quality.forms import classify_forms, load_forms, rule_2003, score
from evaluation.reproduction.published import FORMS_WORDS
from evaluation.reproduction.section import Options, Section, Table, share

HEAD = ("found by", "precision", "recall", "F1", "right query field")
WORDS = (
    "The text at hand gives no figures of Wu, Meng et al. (2003), section 2.4; it says: "
    f'"{FORMS_WORDS}"'
)
WHY = (
    "Why they differ: the rules ask for an English word near the form, so that forms of other "
    "kinds whose text holds one pass, and search forms in other languages, or with a picture for a "
    "word, do not; the cues weigh names, labels, types and the words of many languages."
)


def section(options: Options) -> Section:
    """Return the figures of both on the labelled forms."""
    labelled = list(load_forms(options.shared / "data" / "forms"))
    rows = []
    for name, classifier in (("rules of 2003", rule_2003), ("named cues (ours)", classify)):
        figures = score(classify_forms(labelled, classifier))
        rows.append(
            (
                name,
                share(figures["text_search_precision"]),
                share(figures["text_search_recall"]),
                share(figures["text_search_f1"]),
                share(figures["query_field_accuracy"]),
            )
        )
    table = Table(f"Ours: text search among {len(labelled)} labelled forms", HEAD, tuple(rows))
    return Section("Search forms: the rules of 2003", (WORDS, table, WHY))
