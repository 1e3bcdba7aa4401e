"""Sphinx builds the documentation from the Markdown pages as they stand; `scripts/docs` runs it."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

project = "Pagetide"
author = "The Pagetide authors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Pagetide"
html_copy_source = False

myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]

autodoc_typehints = "none"  # the types stand in the docstrings
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
napoleon_attr_annotations = False


OF_SCIKIT_LEARN = re.compile(r"set_\w+_request|get_metadata_routing")


def setup(app):
    """Leave out the methods for metadata routing that scikit-learn adds to every estimator."""
    app.connect("autodoc-skip-member", _skip)


def _skip(app, what, name, member, skip, options):
    return True if OF_SCIKIT_LEARN.fullmatch(name) else None
