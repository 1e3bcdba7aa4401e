import pytest

from storage.index.request_key import appended_query, with_query

MULTIPART = (
    b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1 2\r\n"
    b"--x\r\nContent-Disposition: form-data; name=f; filename=f.bin\r\n\r\n\xff\r\n--x--\r\n"
)


@pytest.mark.parametrize(
    ("mime", "body", "query"),
    [
        ("application/x-www-form-urlencoded", b"b=2&a=%C3%A9+x", "b=2&a=é x"),
        ("application/x-www-form-urlencoded; charset=utf-8", b"a=1", "a=1"),
        ("application/x-www-form-urlencoded", b"\xff", "__wb_post_data=/w=="),
        ("multipart/form-data; boundary=x", MULTIPART, "a=1+2&f=%FF"),
        ("multipart/form-data", b"no boundary", "__wb_post_data=bm8gYm91bmRhcnk="),
        ("multipart/form-data; boundary=x", b"not of it", "__wb_post_data=bm90IG9mIGl0"),
        ("application/json", b'{"q": {"deep": [1, {"deep": true}]}, "z": "y"}', "deep=1&deep.2_=True&z=y"),
        ("application/json", b'{"a": 1}\n{"a": 2}', "a=1&a.2_=2"),
        ("application/json", b"no json", ""),
        ("application/json", b"[" * 100_000, ""),
        ("text/plain;charset=UTF-8", b'{"a": null}', "a=None"),
        ("text/plain", b"no json", "__wb_post_data=bm8ganNvbg=="),
        ("", b"\x00\xff", "__wb_post_data=AP8="),
        ("", b"", "__wb_post_data="),
    ],
)
def test_a_body_as_arguments(mime: str, body: bytes, query: str) -> None:
    assert appended_query("POST", mime, body) == query


def test_a_long_body_is_cut() -> None:
    assert len(appended_query("PUT", "application/x-www-form-urlencoded", b"a=" + b"x" * 9000)) == 4096


def test_only_post_and_put_have_arguments() -> None:
    assert appended_query("GET", "application/x-www-form-urlencoded", b"a=1") == ""


def test_the_arguments_go_before_the_fragment() -> None:
    assert with_query("http://e.org/app#/a?b", "POST", "c=1") == "http://e.org/app?__wb_method=POST&c=1"


def test_the_arguments_go_behind_those_of_the_url() -> None:
    assert with_query("https://e.org/a", "POST", "x=1") == "https://e.org/a?__wb_method=POST&x=1"
    assert with_query("https://e.org/a?b", "PUT", "") == "https://e.org/a?b&__wb_method=PUT"
