"""Addresses before they are requested: escaped, or refused with a reason."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from yarl import URL

from discovery.web.fetch_error import FetchError, FetchFailure
from discovery.web.web_address import MAX_ADDRESS_LENGTH, web_address


@pytest.mark.parametrize(
    ("given_text", "requested"),
    [
        ("http://a.example", "http://a.example/"),
        ("http://a.example/?q=1#part", "http://a.example/?q=1"),
        ("  http://a.example/b\t\n ", "http://a.example/b"),
        ("http://a.exa\nmple/b", "http://a.example/b"),
        ("HTTPS://A.Example:8443/B", "https://a.example:8443/B"),
        ("http://a.example?q=a b", "http://a.example/?q=a%20b"),
        ("http://a.example/?q=caf%E9&r=%e9", "http://a.example/?q=caf%E9&r=%e9"),
        ("http://a.example/?q=a+b;c=d%26e", "http://a.example/?q=a+b;c=d%26e"),
        ("http://a.example/?a[]=1&b=100%", "http://a.example/?a[]=1&b=100%"),
        (
            "http://a.example/日本?q=“x”",
            "http://a.example/%E6%97%A5%E6%9C%AC?q=%E2%80%9Cx%E2%80%9D",
        ),
        ("http://a.example/a%2Fb/../c", "http://a.example/a%2Fb/../c"),
        # Bytes of a Location header that are not UTF-8 go back as they came.
        ("http://a.example/caf\udce9", "http://a.example/caf%E9"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://example.中国/", "http://example.xn--fiqs8s/"),
        ("http://a_b.example/", "http://a_b.example/"),
        ("http://[2606:4700::0:1111]:80/", "http://[2606:4700::1111]/"),
        ("http://a.example:80/", "http://a.example/"),
        ("http://a.example:65535/", "http://a.example:65535/"),
    ],
)
def test_an_address_is_requested_as_typed_but_for_what_must_be_escaped(
    given_text: str, requested: str
) -> None:
    assert str(web_address(given_text)) == requested


@pytest.mark.parametrize(
    "text",
    """
    file:///etc/passwd ftp://a.example/ javascript:alert(1) data:text/html,x gopher://127.0.0.1:70/_x
    mailto:a@b.example ws://a.example/ unix:/run/socket view-source:http://a.example/
    http://2130706433/ http://0x7f000001/ http://0x7f.0.0.1/ http://0177.0.0.1/ http://017700000001/
    http://127.1/ http://127.0.1/ http://1/ http://0/ http://0x/ http://127.0.0.1./ http://127.0.0.0x1/
    http://256.256.256.256/ http://1.2.3.4.5/ http://１２７.1/ http://a.example.08/
    http://user@a.example/ http://user:password@a.example/ http://a.example@127.0.0.1/
    http://a.example:80@127.0.0.1/ http://a.example\\@127.0.0.1/ http://a.example%2F@127.0.0.1/
    """.split(),
)
def test_other_schemes_disguises_and_secrets_are_refused(text: str) -> None:
    with pytest.raises(FetchError) as caught:
        web_address(text)
    assert caught.value.reason is FetchFailure.REFUSED
    assert text in str(caught.value).replace("\\\\", "\\")


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "//a.example/", "/path", "a.example", "http:", "http://", "http:///path"),
        *("http:a.example", "http:\\\\a.example\\", "http://:80/", "http://a.example:99999/"),
        *("http://a.example:0/", "http://a.example:x/", "http://a..example/", "http://a b/"),
        *("http://[::1/", "http://[::g]/", "http://[fe80::1%25eth0]/", "http://[v1.x]/"),
        *("http://%31%32%37.0.0.1/", "http://a<b>/", f"http://{'a' * 64}é.example/"),
        *("http://" + "a." * 150 + "example/", "http://a.example/" + "a" * MAX_ADDRESS_LENGTH),
        *("http://1http://1", "https://https://a.example/", "http://[::1]x/", "http://[::1]80/"),
        *("http://a.example\0/", "http://☃️\u200d.example/", "http://a.example\u2044x/"),
    ],
)
def test_what_is_no_address_is_named(text: str) -> None:
    with pytest.raises(FetchError) as caught:
        web_address(text)
    assert caught.value.reason is FetchFailure.BAD_ADDRESS
    assert len(str(caught.value)) < 500


@settings(max_examples=300)
@example("http://[::ffff:127.0.0.1%eth0]/")
@given(
    st.one_of(
        st.text(max_size=60),
        st.builds("http://{}".format, st.text(max_size=60)),
        st.builds("http://a.example/{}".format, st.text(max_size=60)),
        st.builds("{}://{}:{}/{}".format, *[st.text("htps0x1.:[]@\\/%#?é ", max_size=9)] * 4),
    )
)
def test_any_text_is_an_address_of_printable_ascii_or_a_fetch_error(text: str) -> None:
    try:
        address = web_address(text)
    except FetchError as error:
        assert error.reason in (FetchFailure.BAD_ADDRESS, FetchFailure.REFUSED)
        return
    assert isinstance(address, URL)
    assert all("!" <= character <= "~" for character in str(address))
    assert address.scheme in ("http", "https")
    assert address.raw_host
    assert "@" not in address.raw_authority
    # What was made safe once is left alone.
    assert web_address(str(address)) == address
