"""Web processes share a port, but with nobody else."""

import socket

import pytest

from metasearch.management.commands.start import children
from metasearch.processes.serving import HOST, listening_socket


def test_processes_share_a_port_among_themselves():
    with listening_socket(0) as first:
        port = first.getsockname()[1]
        with listening_socket(port) as second, socket.socket() as stranger:
            assert second.getsockname() == first.getsockname()
            with pytest.raises(OSError, match="in use"):
                stranger.bind((HOST, port))


@pytest.mark.parametrize("count", [1, 3])
def test_there_are_as_many_web_processes_as_are_set(settings, count):
    settings.WEB_PROCESSES = count
    web = [child for child in children() if "metasearch.processes.serving" in child.command]
    assert len(web) == count
    assert {child.command[-1] for child in web} == {str(settings.PORT)}
