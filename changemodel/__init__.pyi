from .archives import pages_in_wacz, versions_from_wacz
from .change.model import ChangeModel
from .change.score import ChangeScore
from .errors import ChangeModelError
from .features.gist import GistGrid, gist
from .files import version_from_file
from .metric.fantope_metric import FantopeMetric
from .metric.lmnn import LMNN
from .metric.quadruplet_metric import QuadrupletMetric
from .version import PageVersion

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
