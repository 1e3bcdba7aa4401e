from .change.model import ChangeModel
from .change.score import ChangeScore
from .errors import ChangeModelError
from .features.gist import GistGrid, gist
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
]
