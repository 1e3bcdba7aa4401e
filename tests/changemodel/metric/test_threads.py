from contextlib import ExitStack

import numpy as np
from threadpoolctl import threadpool_info, threadpool_limits

from changemodel.metric.threads import one_blas_thread


def threads() -> list[int]:
    return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]


def test_linear_algebra_uses_one_thread_inside_and_as_many_as_before_outside() -> None:
    np.ones((2, 2)) @ np.ones((2, 2))
    with threadpool_limits(limits=2, user_api="blas"):
        before = threads()  # a library that was loaded with one thread keeps it
        with one_blas_thread():
            assert set(threads()) == {1}
            with one_blas_thread():
                assert set(threads()) == {1}
            assert set(threads()) == {1}
        assert threads() == before


def test_limits_that_overlap_are_lifted_by_the_last() -> None:
    np.ones((2, 2)) @ np.ones((2, 2))
    with threadpool_limits(limits=2, user_api="blas"):
        before = threads()
        first, second = ExitStack(), ExitStack()  # as of two threads that learn at once
        first.enter_context(one_blas_thread())
        second.enter_context(one_blas_thread())
        first.close()
        assert set(threads()) == {1}
        second.close()
        assert threads() == before
