"""How much a page changed, and where it matters. A library: arrays in, arrays out.

Import the few names below from here; everything else from the file that holds it.
"""

from changemodel.archives import pages_in_wacz, versions_from_wacz
from changemodel.change.model import ChangeModel
from changemodel.change.score import ChangeScore
from changemodel.errors import ChangeModelError
from changemodel.features.gist import GistGrid, gist
from changemodel.files import version_from_file
from changemodel.metric.fantope_metric import FantopeMetric
from changemodel.metric.lmnn import LMNN
from changemodel.metric.quadruplet_metric import QuadrupletMetric
from changemodel.version import PageVersion

__all__ = [
    "LMNN",
    "ChangeModel",
    "ChangeModelError",
    "ChangeScore",
    "FantopeMetric",
    "GistGrid",
    "PageVersion",
    "QuadrupletMetric",
    "gist",
    "pages_in_wacz",
    "version_from_file",
    "versions_from_wacz",
]
