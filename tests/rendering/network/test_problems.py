import pytest
from playwright.async_api import Error, TimeoutError

from rendering.errors import PageRefused
from rendering.network.problems import problem_of
from storage.records import ProblemCode

URL = "https://news.example.org/front"


@pytest.mark.parametrize(
    ("message", "code", "said"),
    [
        (
            "Page.goto: net::ERR_NAME_NOT_RESOLVED at https://x/",
            ProblemCode.DNS,
            "the host name news.example.org does not exist",
        ),
        ("net::ERR_CONNECTION_REFUSED", ProblemCode.UNREACHABLE, "news.example.org refused the connection"),
        ("net::ERR_CONNECTION_TIMED_OUT", ProblemCode.TIMEOUT, "news.example.org did not answer in time"),
        ("net::ERR_TOO_MANY_REDIRECTS", ProblemCode.REDIRECT_LOOP, "the page redirects in a circle"),
        (
            "net::ERR_CERT_DATE_INVALID",
            ProblemCode.TLS,
            "the certificate of news.example.org is not valid (ERR_CERT_DATE_INVALID)",
        ),
        (
            "net::ERR_SSL_PROTOCOL_ERROR",
            ProblemCode.TLS,
            "no secure connection to news.example.org is possible (ERR_SSL_PROTOCOL_ERROR)",
        ),
        (
            "net::ERR_HTTP2_PROTOCOL_ERROR",
            ProblemCode.UNREACHABLE,
            "the page could not be loaded from news.example.org (ERR_HTTP2_PROTOCOL_ERROR)",
        ),
        (
            "Page.goto: Download is starting",
            ProblemCode.DOWNLOAD,
            "the address gives a file to download, not a page",
        ),
        (
            "Page.goto: Page crashed",
            ProblemCode.BROWSER,
            "the browser crashed or was closed while it showed the page",
        ),
        (
            "Page.goto: Frame was detached",
            ProblemCode.BROWSER,
            "the browser crashed or was closed while it showed the page",
        ),
        (
            "Target page, context or browser has been closed",
            ProblemCode.BROWSER,
            "the browser crashed or was closed while it showed the page",
        ),
        (
            "Protocol error (Page.navigate): Cannot navigate to invalid URL",
            ProblemCode.INVALID_URL,
            "this is no web address",
        ),
    ],
)
def test_an_error_of_the_browser_becomes_a_sentence(message: str, code: ProblemCode, said: str) -> None:
    problem = problem_of(Error(message), URL)
    assert (problem.code, problem.message, problem.url) == (code, said, URL)


def test_a_time_limit_of_playwright_or_our_own_is_a_timeout() -> None:
    assert problem_of(TimeoutError("Timeout 30000ms exceeded."), URL).code is ProblemCode.TIMEOUT
    assert problem_of(builtin_timeout(), URL).code is ProblemCode.TIMEOUT


def builtin_timeout() -> BaseException:
    import builtins

    return builtins.TimeoutError()


def test_a_browser_that_refuses_a_page_is_no_mistake_of_ours() -> None:
    problem = problem_of(PageRefused("Protocol error (Network.enable): not {now}"), URL)
    assert problem.code is ProblemCode.BROWSER
    assert problem.message == "the browser did not take the page: Protocol error (Network.enable): not {now}"


def test_what_nobody_expected_is_told_with_its_first_line() -> None:
    problem = problem_of(ValueError("odd {value}\nand a long trace"), URL)
    assert problem.code is ProblemCode.INTERNAL
    assert problem.message == "the page could not be captured: ValueError: odd {value}"


def test_only_web_addresses_can_be_captured() -> None:
    problem = problem_of(Error("net::ERR_ABORTED"), "ftp://example.org/x")
    assert (problem.code, problem.message) == (
        ProblemCode.INVALID_URL,
        "only http and https addresses can be captured",
    )
