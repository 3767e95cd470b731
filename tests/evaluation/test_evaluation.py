"""Every program of the evaluation is run by `make bench`, or it is said why not."""

from pathlib import Path

from evaluation import __main__ as bench


def program_name(path: Path, folder: Path) -> str:
    named = path.parent if path.name == "__main__.py" else path.with_suffix("")
    return ".".join(named.relative_to(folder).parts)


def test_every_program_is_run_or_left_out_with_a_reason():
    folder = Path(bench.__file__).parent
    programs = {
        program_name(path, folder)
        for path in folder.rglob("*.py")
        if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
    } - {""}
    scratch = Path("scratch")
    run = {name for name, *_ in (*bench.commands(scratch), *bench.commands_over_shared_data())}
    assert programs == run | set(bench.CALLED_BY_THEMSELVES)
    assert not run & set(bench.CALLED_BY_THEMSELVES)
