import json
import sys

import pytest

from benchmarks import dashboard


def test_every_room_is_measured_beside_a_baseline(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--quick", "--json", "--pages", "60", "--captures", "30", "--times", "1"]
    monkeypatch.setattr(sys, "argv", ["dashboard", *asked])
    dashboard.main()
    told = json.loads(capsys.readouterr().out)
    assert told["size"] == {"deep_pages": 60, "captures": 30, "pages": 60}
    assert all(f"{room} wall_p95_ms" in told["figures"] for room in dashboard.ROOMS[1:])
    assert any(name.startswith(dashboard.BASELINE) for name in told["baselines"])
