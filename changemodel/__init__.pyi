from .archives import pages_in_wacz, versions_from_wacz
from .change.explanation import explain
from .change.map_regions import map_regions
from .change.model import ChangeModel
from .change.overlay import draw_overlay
from .change.prior import Prior
from .change.score import ChangeScore
from .change.uncertainty import bootstrap_map
from .classify.consensus_svc import ConsensusSVC
from .classify.page_description import PageDescription
from .classify.page_type_classifier import PageTypeClassifier
from .classify.page_type_tree import PageTypeTree
from .classify.page_type_verdict import PageTypeVerdict
from .classify.region_decoder import RegionDecoder
from .classify.search_light import SearchLight
from .codes.cbid import CBID
from .codes.feature_blocks import LiftedBlocks
from .codes.picodes import PiCoDes
from .errors import ChangeModelError
from .evaluation.taxonomy_scores import class_mean_accuracy, mean_tree_distance, taxonomy_accuracy
from .features.gist import GistGrid, gist
from .files import version_from_file, version_from_html
from .matching.gallery import GalleryPicture
from .matching.match_net import MatchNet
from .matching.retriever import CrossDomainRetriever
from .metric.class_tree import ClassTree
from .metric.fantope_metric import FantopeMetric
from .metric.lmnn import LMNN
from .metric.quadruplet_metric import QuadrupletMetric
from .metric.quadruplets_from_labels import SupervisedQuadrupletMetric, quadruplets_from_labels
from .metric.relative_attributes import RelativeAttributes
from .metric.taxonomy_metric import TaxonomyMetric
from .version import PageVersion

__all__ = [
    "CBID",
    "LMNN",
    "ChangeModel",
    "ChangeModelError",
    "ChangeScore",
    "ClassTree",
    "ConsensusSVC",
    "CrossDomainRetriever",
    "FantopeMetric",
    "GalleryPicture",
    "GistGrid",
    "LiftedBlocks",
    "MatchNet",
    "PageDescription",
    "PageTypeClassifier",
    "PageTypeTree",
    "PageTypeVerdict",
    "PageVersion",
    "PiCoDes",
    "Prior",
    "QuadrupletMetric",
    "RegionDecoder",
    "RelativeAttributes",
    "SearchLight",
    "SupervisedQuadrupletMetric",
    "TaxonomyMetric",
    "bootstrap_map",
    "class_mean_accuracy",
    "draw_overlay",
    "explain",
    "gist",
    "map_regions",
    "mean_tree_distance",
    "pages_in_wacz",
    "quadruplets_from_labels",
    "taxonomy_accuracy",
    "version_from_file",
    "version_from_html",
    "versions_from_wacz",
]
