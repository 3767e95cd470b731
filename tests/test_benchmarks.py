"""Every benchmark is run by `make bench`, or it is said why not."""

from pathlib import Path

from tests.benchmarks import __main__ as bench


def test_every_benchmark_is_run_or_left_out_with_a_reason() -> None:
    folder = Path(bench.__file__).parent
    programs = {
        path.parent.name if path.name == "__main__.py" else path.stem
        for path in folder.rglob("*.py")
        if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
    } - {folder.name}
    scratch = Path("scratch")
    run = {
        name for name, *_ in (*bench.commands(scratch), *bench.commands_over_shared_data(scratch))
    }
    assert programs == run | set(bench.CALLED_BY_THEMSELVES)
    assert not run & set(bench.CALLED_BY_THEMSELVES)
