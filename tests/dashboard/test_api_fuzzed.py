"""The JSON interface asked whatever its own description allows, and what it does not: it never breaks."""

import os
import shutil
from collections.abc import Iterator
from datetime import timedelta

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from dashboard.app import create_app
from dashboard.request_checks import Access
from storage.collection import Collection
from tests.dashboard.conftest import served
from tests.storage.builders import START, fill

LONG = os.environ.get("LONG_TESTS") == "1"
EXAMPLES = 300 if LONG else 8


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("fuzzed") / "news"
    with Collection.create(folder) as collection:
        fill(collection, 4)
    with Collection.open(folder, read_only=True) as collection:
        at = START + timedelta(days=1)
        with served(create_app(collection, now=lambda: at, access=Access(writer="ada"))) as found:
            yield found
    shutil.rmtree(folder)


@pytest.mark.slow
@pytest.mark.timeout(3600 if LONG else 300)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_whatever_is_asked_no_answer_is_an_error_of_ours(address: str) -> None:
    schema = schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 20
    for operation in operations:
        valid = operation.as_strategy()
        wrong = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
        has_choice = any(True for _ in operation.iter_parameters()) or len(operation.body) > 0
        strategy = st.one_of(valid, wrong) if has_choice else valid

        @settings(
            max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck)
        )
        @given(case=strategy)
        def asked(case: schemathesis.Case) -> None:
            answer = case.call(timeout=60)
            assert answer.status_code < 500, f"{case.as_curl_command()}\n{answer.text}"
            if answer.status_code >= 400:
                assert answer.headers["content-type"][0] == "application/problem+json", answer.text

        asked()
