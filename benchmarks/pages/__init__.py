"""Web pages of our own making that live through weeks: what the change model is taught and judged on.

A site is one line of a table (``sites``): a kind of page (``kinds``), a style of markup (``markup``), a language, and
operators. Operators of news (``news``) change what the page is about, operators of noise (``noise``) everything else.
Every text that one of them writes is marked with its name (``marks``), so that each sentence of each version has an
exact label: it is news where an operator of news changed it. Real pages decide what is good
(``benchmarks.fronts``, ``benchmarks.histories``); these pages show that nothing broke, and teach.
"""
