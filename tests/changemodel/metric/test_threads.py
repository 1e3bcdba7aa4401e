from threadpoolctl import threadpool_info

from changemodel.metric.threads import one_blas_thread


def threads() -> list[int]:
    return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]


def test_linear_algebra_uses_one_thread_inside_and_as_many_as_before_outside() -> None:
    before = threads()
    with one_blas_thread():
        assert set(threads()) == {1}
        with one_blas_thread():
            assert set(threads()) == {1}
        assert set(threads()) == {1}
    assert threads() == before
