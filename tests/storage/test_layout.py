import json

from storage.layout import Block, Layout

URL = "https://a.example/1.png"
BLOCK = Block(
    path="body>p",
    tag="p",
    x_px=0,
    y_px=0,
    width_px=9,
    height_px=9,
    text="Grüße \N{GRINNING FACE}",
    images=(URL,),
)


def test_a_layout_is_read_back_as_it_was() -> None:
    layout = Layout(
        width_px=1280, height_px=4000, blocks=(BLOCK,), images=(URL,), image_digests={URL: "sha256:00"}
    )
    assert Layout.from_json(layout.to_json()) == layout


def test_a_layout_of_before_digests_were_kept_is_read() -> None:
    kept = json.loads(Layout(blocks=(BLOCK,), images=(URL,)).to_json())
    del kept["image_digests"], kept["blocks"][0]["linked_chars"]
    found = Layout.from_json(json.dumps(kept))
    assert found.blocks == (BLOCK,)
    assert found.image_digests == {}
