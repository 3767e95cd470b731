"""How the stored installation was made: `python -m tests.upgrade.make_installation`.

Written for the commit that it was made with (4a2a935), and kept as the record of it: the modules it
names are of that day. It serves the sites, has the product of the day learn, crawl and import them,
kills it in the midst of much, and packs database, signed texts and files into `stored`.
"""

import json
import lzma
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import django
from django.db import connections

from tests.upgrade.serving import serving
from tests.upgrade.websites import allowed_hosts, make_sites

ROOT = Path(__file__).resolve().parents[2]
STORED = Path(__file__).resolve().parent / "stored"
SECRET_KEY = "the-key-of-the-installation-stored-for-tests-it-protects-nothing"
WORKER_TIME = 60.0


def main() -> None:
    """Make the installation in a temporary folder, then pack it."""
    data = Path(tempfile.mkdtemp())
    (data / "secret_key").write_text(SECRET_KEY, encoding="ascii")
    os.environ |= {
        "METASEARCH_DATA_DIR": str(data),
        "METASEARCH_ALLOWED_PRIVATE_HOSTS": allowed_hosts(),
        "DJANGO_SETTINGS_MODULE": "metasearch.settings",
    }
    django.setup()
    # What imports models can be imported only now.
    from tests.upgrade import filling, killing, stored_files

    STORED.mkdir(exist_ok=True)
    with serving(make_sites()) as web:
        filling.prepare()
        filling.learn_engines(web)
        filling.crawl_and_collect(web)
        let_worker_run(data)
        filling.note_figures()
        killing.kill_learning(web)
        killing.kill_crawls(web)
        killing.kill_imports(web)
        signed = filling.signed_texts(web)
        stored_files.write(STORED, web)
    filling.date_back()
    (STORED / "signed.json").write_text(json.dumps(signed, indent=1) + "\n", encoding="utf-8")
    pack(data)
    shutil.rmtree(data)


def let_worker_run(data: Path) -> None:
    """Run a task worker until its queue is empty: it plans the schedules and leaves results."""
    worker = subprocess.Popen((sys.executable, "manage.py", "work"), cwd=ROOT)
    until = time.monotonic() + WORKER_TIME
    while True:
        time.sleep(1)
        with sqlite3.connect(data / "metasearch.sqlite3") as database:
            (left,) = database.execute("SELECT count(*) FROM django_q_ormq").fetchone()
            (done,) = database.execute("SELECT count(*) FROM django_q_task").fetchone()
        if done and not left:
            break
        assert time.monotonic() < until, f"{left} tasks left, {done} done"
    worker.send_signal(signal.SIGINT)
    worker.wait(20)


def pack(data: Path) -> None:
    """Write the database in one file, packed, with its secret key beside it."""
    connections.close_all()
    path = data / "metasearch.sqlite3"
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.execute("PRAGMA journal_mode=DELETE")
    database.execute("VACUUM")
    database.close()
    packed = lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
    (STORED / "metasearch.sqlite3.xz").write_bytes(packed)
    (STORED / "secret_key").write_text(SECRET_KEY, encoding="ascii")
    print(f"{path.stat().st_size:,} bytes, packed {len(packed):,}")


if __name__ == "__main__":
    main()
