"""Scores how much a web page changed and where that matters. A library without database or browser.

Import the few names of ``__init__.pyi`` from here; everything else from the file that holds it. A name's file is
imported when the name is first used, so that ``changemodel.errors`` costs no numerical library.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
