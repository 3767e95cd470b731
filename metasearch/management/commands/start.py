"""`manage.py start`: everything a machine runs, in one terminal."""

import shutil
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterable
from errno import EADDRINUSE
from ipaddress import ip_address

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from discovery.management.command_line import prepare_database
from discovery.web.guard import AllowedHosts, AllowedHostsError
from discovery.web.proxies import Proxies, ProxiesError
from metasearch.management.installation import ADMIN_NAME, make_administrator
from metasearch.presentation.sample_sites import retire_old_samples
from metasearch.processes.serving import listening_socket
from metasearch.processes.supervision import AlreadyStartedError, Child, Supervisor, hold_start_lock
from wrappers.operations.lifecycle import register_and_learn

# Seconds that the first page may take: thousands of engines are loaded for it.
WAIT_FOR_WEB = 120.0
# Seconds in which the processes that a killed start left behind give the ports back.
PORTS_FREED_AFTER = 15.0


class Command(BaseCommand):
    help = "Start the web server, the task worker and the sample engines."

    def handle(self, *args: object, **options: object) -> None:
        try:
            AllowedHosts.parse(settings.METASEARCH_ALLOWED_PRIVATE_HOSTS)
            Proxies.parse(settings.PROXIES)
        except (AllowedHostsError, ProxiesError) as error:
            raise CommandError(str(error)) from error
        address = own_address()
        try:
            with hold_start_lock(settings.DATA_DIR, address) as is_crash:
                self.run(address, PORTS_FREED_AFTER if is_crash else 0.0)
        except AlreadyStartedError as error:
            raise CommandError(str(error)) from error

    def run(self, address: str, patience: float) -> None:
        require_free_port(settings.LISTEN, settings.PORT, patience)
        for port in self.samples_ports():
            require_free_port("127.0.0.1", port, patience)
        prepare_database()
        password = make_administrator()
        self.add_samples()
        if password:
            self.stdout.write(
                f"Admin account: name {ADMIN_NAME}, password {password}\n"
                "  (shown this once; change it in the admin site)"
            )
        # What processes of an earlier start counted (metasearch.processes.serving).
        shutil.rmtree(settings.DATA_DIR / "figures", ignore_errors=True)
        threading.Thread(target=self.announce, args=(address,), daemon=True).start()
        Supervisor(self.children()).run()
        self.stdout.write("Stopped.")

    def samples_ports(self) -> Iterable[int]:
        return settings.SAMPLES_PORTS

    def add_samples(self) -> None:
        retired = retire_old_samples()
        planned = register_and_learn(f"http://127.0.0.1:{port}/" for port in self.samples_ports())
        if retired:
            self.stdout.write(
                f"{retired} sample sites of earlier versions are no longer asked; what was learned "
                "of them is kept."
            )
        if planned:
            self.stdout.write(f"Learning {planned} sample engines; progress in the admin site.")

    def children(self) -> list[Child]:
        samples = (sys.executable, "-m", "samples", "--port", str(settings.SAMPLES_PORT))
        work = (sys.executable, "-m", "metasearch.management.program", "work")
        return [
            Child("The sample engines", samples, quiet=True, asked_by_others=True),
            *web_children(),
            Child("The task worker", work),
        ]

    def announce(self, address: str) -> None:
        # By a name it has: by others it answers no one.
        name = settings.ALLOWED_HOSTS[0].lstrip("*.") or "localhost"
        asked = urllib.request.Request(address, headers={"Host": name})  # noqa: S310  our own address
        until = time.monotonic() + WAIT_FOR_WEB
        while (left := until - time.monotonic()) > 0:
            try:
                urllib.request.urlopen(asked, timeout=left).close()  # noqa: S310  the same
            except urllib.error.HTTPError:
                break
            except OSError:
                threading.Event().wait(0.1)
                continue
            break
        else:
            self.stderr.write(f"The web server does not answer at {address}; see above.")
            return
        self.stdout.write(f"Search at {address} · admin site at {address}admin/ · Ctrl-C stops")
        self.stdout.flush()


def own_address() -> str:
    """Return where this machine finds the web server, also one that listens at all addresses."""
    listen = ip_address(settings.LISTEN)
    if listen.is_unspecified:
        listen = ip_address("127.0.0.1" if listen.version == 4 else "::1")
    host = f"[{listen}]" if listen.version == 6 else str(listen)
    return f"http://{host}:{settings.PORT}/"


def require_free_port(address: str, port: int, patience: float = 0.0) -> None:
    until = time.monotonic() + patience
    while (error := why_taken(address, port)) is not None:
        if time.monotonic() < until:
            time.sleep(0.2)
            continue
        if error.errno != EADDRINUSE:
            raise CommandError(f"Cannot listen at {address}, port {port}: {error.strerror}.")
        name = "PORT" if port == settings.PORT else "SAMPLES_PORT"
        raise CommandError(
            f"Port {port} is in use. Stop what runs there, or choose another: "
            f"{name}={port + 10} make run"
        )


def why_taken(address: str, port: int) -> OSError | None:
    try:
        listening_socket(address, port, is_shared=False).close()
    except OSError as error:
        return error
    return None


def web_children() -> list[Child]:
    web = (sys.executable, "-m", "metasearch.processes.serving", str(settings.PORT))
    return [Child("The web server", web) for _ in range(settings.WEB_PROCESSES)]
