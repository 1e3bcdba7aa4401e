import gzip
import json
import zlib

import pytest

from rendering.documents.reading import answer_to
from rendering.documents.texts import decoded, is_wrapped
from tests.made_pdf import ENCRYPTED, HELLO, SQUARE, pdf
from tests.rendering.documents.made import lines, paths, question, read

ITEM = (
    "<item><title>{0}</title><link>http://x/{0}</link><pubDate>Fri, 27 Nov 2026 10:00:00 GMT</pubDate></item>"
)
RSS = '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>{}</channel></rss>'
ATOM = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>'
    '<entry><title type="html">&lt;b&gt;One&lt;/b&gt;</title>'
    '<id>urn:1</id><link href="/one"/><updated>2026-01-01T00:00:00Z</updated>'
    '<content type="html">&lt;p&gt;Fish &amp;amp; chips&lt;/p&gt;</content></entry></feed>'
)


def test_a_pdf_has_its_text_and_a_picture_of_its_first_page() -> None:
    told, png = answer_to(question("application/pdf"), pdf(HELLO, HELLO.replace(b"one", b"two")))
    assert told["text"] == "Fee schedule one\nFee schedule two"
    assert told["facts"] == {"pages": 2}
    assert png.startswith(b"\x89PNG")


def test_the_paragraphs_of_a_pdf_stand_where_its_picture_shows_them() -> None:
    first, second = read(pdf(HELLO, HELLO), "application/pdf")["layout"]["blocks"]
    assert first["path"] == "pdf>section:nth-of-type(1)>p:nth-of-type(1)"
    assert 0 < first["x_px"] < 100 < first["y_px"] < 200
    assert second["y_px"] >= 1294  # below the picture of the first page


def test_lines_of_a_pdf_that_stand_close_are_one_paragraph() -> None:
    close = b"BT /F1 12 Tf 14 TL 50 700 Td (The fee is due) Tj T* (in the first week.) Tj 0 -40 Td (Another one.) Tj ET"
    assert lines(pdf(close), "application/pdf") == ["The fee is due in the first week.", "Another one."]


def test_a_pdf_of_pictures_is_compared_by_small_pictures_of_its_pages() -> None:
    other = SQUARE.replace(b"200 200", b"300 300")
    one, two = (read(pdf(SQUARE, page), "application/pdf")["layout"] for page in (SQUARE, other))
    assert one["images"] == two["images"] == ("page 1", "page 2")
    assert one["image_digests"]["page 1"] == two["image_digests"]["page 1"]
    assert one["image_digests"]["page 2"] != two["image_digests"]["page 2"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (pdf(HELLO, trailer=ENCRYPTED), "a PDF that is encrypted"),
        (b"%PDF-1.7\n" + b"garbage" * 50, "a PDF that is damaged"),
        (pdf(HELLO)[:300], "a PDF that is damaged"),
    ],
)
def test_a_pdf_that_cannot_be_read_says_why(body: bytes, said: str) -> None:
    assert read(body, "application/pdf")["unreadable"].startswith(said)


def test_of_a_long_pdf_the_first_pages_are_read() -> None:
    assert read(pdf(*[HELLO] * 501), "application/pdf")["left_out"] == [
        "of its 501 pages the first 500 are read"
    ]


def test_json_has_a_line_for_each_value() -> None:
    body = b'{"price": 19.90, "items": [{"name": "harbour"}, {"name": "river"}], "open": true, "none": null, "s": []}'
    assert lines(body, "application/json") == [
        "items.name: harbour",
        "items.name: river",
        "none: null",
        "open: true",
        "price: 19.90",
        "s: []",
    ]


def test_the_path_of_a_json_value_is_the_path_of_the_block() -> None:
    found = paths(b'{"items": [{"name": "a"}, {"na me>x": "b"}]}', "application/json")
    assert found == ["json>dd.items>li:nth-of-type(1)>dd.name", "json>dd.items>li:nth-of-type(2)>dd.na_me_x"]


def test_a_json_object_in_another_order_is_the_same() -> None:
    one, other = b'{"a": 1, "b": {"c": 2, "d": 3}}', b'{"b": {"d": 3, "c": 2}, "a": 1}'
    assert read(one, "application/json") == read(other, "application/json")


@pytest.mark.parametrize(
    "body",
    [b'{"a": 1}\n{"a": 2}\n', b'\x1e{"a": 1}\n\x1e{"a": 2}\n', b'[{"a": 1}, {"a": 2}]'],
    ids=["lines", "sequence", "list"],
)
def test_json_lines_are_a_list(body: bytes) -> None:
    assert lines(body, "application/x-ndjson") == ["a: 1", "a: 2"]


@pytest.mark.parametrize("body", [b"[" * 200_000, b'{"a": 1,}'], ids=["deep", "comma"])
def test_what_is_no_json_is_read_as_text(body: bytes) -> None:
    assert read(body, "application/json")["kind"] == "text"


def test_odd_characters_of_json_can_be_stored() -> None:
    assert lines(b'{"a": "\\ud800 \\u0000x", "n": ' + b"9" * 5000 + b"}", "application/json") == [
        "a: ? x",
        "n: " + "9" * 5000,
    ]


def test_xml_has_a_line_for_each_text_and_attribute() -> None:
    body = b'<patch id="P1"><tag name="x"><package version="one"/>words <b>in</b> between</tag><on/></patch>'
    assert lines(body, "application/xml") == [
        "patch.id: P1",
        "patch.tag.name: x",
        "patch.tag: words in between",
        "patch.on",
    ]


def test_elements_of_one_name_have_paths_of_their_own() -> None:
    assert paths(b"<menu><option>a</option><option>b</option></menu>", "text/xml") == [
        "xml>dl.menu>dl.option:nth-of-type(1)",
        "xml>dl.menu>dl.option:nth-of-type(2)",
    ]


def test_xml_reads_nothing_outside_itself_and_expands_no_entities() -> None:
    head = '<!DOCTYPE l [<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    text = read(f"{head}<l><x>&f; words</x><y>&b;</y></l>".encode(), "application/xml")["text"]
    assert "words" in text
    assert "root:" not in text
    assert "haha" not in text


def test_damaged_xml_is_read_as_far_as_it_goes() -> None:
    assert lines(b"<list><name>one</name><name>two", "application/xml")[0] == "list.name: one"


@pytest.mark.parametrize("content_type", ["application/rss+xml", "text/html", "application/octet-stream"])
def test_each_entry_of_a_feed_is_a_block(content_type: str) -> None:
    body = RSS.format(ITEM.format("one") + ITEM.format("two")).encode()
    told = read(body, content_type)
    assert told["title"] == "News"
    assert [block["text"] for block in told["layout"]["blocks"]] == [
        "News",
        "one\nFri, 27 Nov 2026 10:00:00 GMT\nhttp://x/one",
        "two\nFri, 27 Nov 2026 10:00:00 GMT\nhttp://x/two",
    ]
    assert told["layout"]["links"] == ("http://x/one", "http://x/two")


def test_the_date_at_which_a_feed_was_made_is_no_part_of_it() -> None:
    one, two = (
        RSS.format(f"<lastBuildDate>{day} Nov 2026</lastBuildDate>" + ITEM.format("one")).encode()
        for day in (1, 2)
    )
    assert read(one, "application/rss+xml") == read(two, "application/rss+xml")


def test_markup_in_a_feed_becomes_text() -> None:
    assert lines(ATOM.encode(), "application/atom+xml") == [
        "News",
        "One\n2026-01-01T00:00:00Z\nFish & chips\nhttp://docs.example/one",
    ]


def test_a_json_feed_is_a_feed() -> None:
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "News",
        "items": [{"id": "1", "url": "http://x/1", "title": "One", "content_html": "<p>Words</p>"}],
    }
    told = read(json.dumps(feed).encode(), "application/json")
    assert (told["kind"], told["text"]) == ("feed", "News\nOne\nWords\nhttp://x/1")


def test_a_body_that_names_a_file_is_never_opened(tmp_path: object) -> None:
    assert read(b"<rss>/etc/passwd</rss>", "application/rss+xml")["text"] == "rss: /etc/passwd"


def test_a_feed_packed_with_gzip_is_unpacked() -> None:
    packed = gzip.compress(RSS.format(ITEM.format("one")).encode())
    assert read(packed, "application/x-gzip")["kind"] == "feed"


def test_what_is_packed_is_unpacked_up_to_the_limit_of_a_body() -> None:
    assert (
        len(read(gzip.compress(b"a b\n" * 1_000_000), "application/gzip", most_body_bytes=8000)["text"])
        <= 8000
    )


def test_lines_of_a_text_are_blocks() -> None:
    assert lines(b"a,b\r\n1,2\r\n\r\n3,4", "text/csv") == ["a,b", "1,2", "3,4"]


def test_a_paragraph_broken_for_lack_of_room_is_one_block() -> None:
    wrapped = [
        "The council has decided that the fee for the use of the harbour is",
        "to be paid in the first week of each month, and not as before at its",
        "end.",
    ]
    assert is_wrapped(wrapped)
    assert not is_wrapped([*wrapped, "Here is room for more words.", "And here."])


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        ("café".encode("latin-1"), "text/plain; charset=iso-8859-1", "café"),
        ("café".encode(), "text/plain; charset=iso-8859-1", "café"),
        ("café".encode("utf-16"), "text/plain", "café"),
        ("plain words".encode("utf-16-le"), "text/plain", "plain words"),
        ("日本".encode("iso-2022-jp"), "text/plain; charset=iso-2022-jp", "日本"),
        (
            "日本語の文章です。これは試験です。".encode("shift_jis"),
            "text/plain",
            "日本語の文章です。これは試験です。",
        ),
        (
            b"caf\xe9 \xfcber alles, stra\xdfe und m\xe4dchen",
            "text/plain; charset=nonsense",
            "café über alles, straße und mädchen",
        ),
    ],
)
def test_a_text_is_decoded_by_its_mark_its_charset_or_its_look(
    body: bytes, content_type: str, text: str
) -> None:
    assert decoded(body, content_type) == text


def test_html_sent_as_a_download_is_read_without_its_scripts() -> None:
    body = b"<!doctype html><title>T</title><script>no</script><h1>Head</h1><div>loose<p>para <a href=x>l</a></p></div>"
    told = read(body, "application/octet-stream")
    assert (told["title"], told["text"]) == ("T", "Head\nloose\npara l")
    assert told["layout"]["links"] == ("http://docs.example/dir/x",)


def test_html_without_the_tags_that_may_be_left_out_is_read_whole() -> None:
    body = b"<!doctype html><title>T</title><main><h1>Rules</h1><p>You may cancel.</main><p>More."
    told = read(body, "application/octet-stream")
    assert told["text"] == "Rules\nYou may cancel.\nMore."


def test_a_file_is_named_by_its_bytes_where_its_server_says_nothing() -> None:
    png = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4
    assert read(png, "application/octet-stream")["unreadable"] == "an image (image/png)"


def test_more_lines_than_are_compared_are_said() -> None:
    told = read(json.dumps(list(range(30))).encode(), "application/json", most_blocks=10)
    assert len(told["layout"]["blocks"]) == 10
    assert told["left_out"] == ["of its 30 lines the first 10 are compared"]
    assert told["text"].splitlines()[-1] == "29"


def test_an_endless_line_is_cut() -> None:
    told = read(b"a" * 100_000, "text/plain")
    assert len(told["layout"]["blocks"][0]["text"]) == 20_000
    assert told["left_out"] == ["of its longest lines the first 20000 letters are compared"]


def test_what_a_pdf_unpacks_to_is_bounded() -> None:
    packed = zlib.compress(b"BT /F1 1 Tf 5 7 Td (" + b"A" * 300_000 + b") Tj ET")
    told = read(pdf(packed, packed=b"/Filter /FlateDecode"), "application/pdf", most_text_bytes=1000)
    assert len(told["text"]) == 1000
