"""The reported sites that were written by those who had not looked at the model, batch by batch."""

from __future__ import annotations

from benchmarks.sites.unseen_antennas import UNSEEN_ANTENNAS
from benchmarks.sites.unseen_assemblies import UNSEEN_ASSEMBLIES
from benchmarks.sites.unseen_beacons import UNSEEN_BEACONS
from benchmarks.sites.unseen_broadcasts import UNSEEN_BROADCASTS
from benchmarks.sites.unseen_bureaus import UNSEEN_BUREAUS
from benchmarks.sites.unseen_canals import UNSEEN_CANALS
from benchmarks.sites.unseen_channels import UNSEEN_CHANNELS
from benchmarks.sites.unseen_dailies import UNSEEN_DAILIES
from benchmarks.sites.unseen_dawn import UNSEEN_DAWN
from benchmarks.sites.unseen_desks import UNSEEN_DESKS
from benchmarks.sites.unseen_domes import UNSEEN_DOMES
from benchmarks.sites.unseen_dossiers import UNSEEN_DOSSIERS
from benchmarks.sites.unseen_editions import UNSEEN_EDITIONS
from benchmarks.sites.unseen_ephemerides import UNSEEN_EPHEMERIDES
from benchmarks.sites.unseen_epidemics import UNSEEN_EPIDEMICS
from benchmarks.sites.unseen_exchanges import UNSEEN_EXCHANGES
from benchmarks.sites.unseen_ferries import UNSEEN_FERRIES
from benchmarks.sites.unseen_fronts import UNSEEN_FRONTS
from benchmarks.sites.unseen_gardens import UNSEEN_GARDENS
from benchmarks.sites.unseen_gatherings import UNSEEN_GATHERINGS
from benchmarks.sites.unseen_gauges import UNSEEN_GAUGES
from benchmarks.sites.unseen_grandstands import UNSEEN_GRANDSTANDS
from benchmarks.sites.unseen_guardians import UNSEEN_GUARDIANS
from benchmarks.sites.unseen_harbours import UNSEEN_HARBOURS
from benchmarks.sites.unseen_hydrants import UNSEEN_HYDRANTS
from benchmarks.sites.unseen_investors import UNSEEN_INVESTORS
from benchmarks.sites.unseen_kiosks import UNSEEN_KIOSKS
from benchmarks.sites.unseen_lanterns import UNSEEN_LANTERNS
from benchmarks.sites.unseen_lightships import UNSEEN_LIGHTSHIPS
from benchmarks.sites.unseen_meadows import UNSEEN_MEADOWS
from benchmarks.sites.unseen_mountains import UNSEEN_MOUNTAINS
from benchmarks.sites.unseen_newsrooms import UNSEEN_NEWSROOMS
from benchmarks.sites.unseen_onair import UNSEEN_ONAIR
from benchmarks.sites.unseen_orchards import UNSEEN_ORCHARDS
from benchmarks.sites.unseen_passes import UNSEEN_PASSES
from benchmarks.sites.unseen_pressroom import UNSEEN_PRESSROOM
from benchmarks.sites.unseen_quarries import UNSEEN_QUARRIES
from benchmarks.sites.unseen_reviews import UNSEEN_REVIEWS
from benchmarks.sites.unseen_rooks import UNSEEN_ROOKS
from benchmarks.sites.unseen_runways import UNSEEN_RUNWAYS
from benchmarks.sites.unseen_sluices import UNSEEN_SLUICES
from benchmarks.sites.unseen_societies import UNSEEN_SOCIETIES
from benchmarks.sites.unseen_steppes import UNSEEN_STEPPES
from benchmarks.sites.unseen_streams import UNSEEN_STREAMS
from benchmarks.sites.unseen_struggles import UNSEEN_STRUGGLES
from benchmarks.sites.unseen_tides import UNSEEN_TIDES
from benchmarks.sites.unseen_towers import UNSEEN_TOWERS
from benchmarks.sites.unseen_vaults import UNSEEN_VAULTS
from benchmarks.sites.unseen_vigils import UNSEEN_VIGILS
from benchmarks.sites.unseen_watches import UNSEEN_WATCHES
from benchmarks.sites.unseen_weirs import UNSEEN_WEIRS
from benchmarks.sites.unseen_windmills import UNSEEN_WINDMILLS

UNSEEN_BATCHES = (
    *UNSEEN_DAWN,
    *UNSEEN_STRUGGLES,
    *UNSEEN_GATHERINGS,
    *UNSEEN_CHANNELS,
    *UNSEEN_DESKS,
    *UNSEEN_ONAIR,
    *UNSEEN_FRONTS,
    *UNSEEN_BUREAUS,
    *UNSEEN_PRESSROOM,
    *UNSEEN_NEWSROOMS,
    *UNSEEN_INVESTORS,
    *UNSEEN_SOCIETIES,
    *UNSEEN_WATCHES,
    *UNSEEN_KIOSKS,
    *UNSEEN_REVIEWS,
    *UNSEEN_STREAMS,
    *UNSEEN_GAUGES,
    *UNSEEN_GUARDIANS,
    *UNSEEN_ASSEMBLIES,
    *UNSEEN_BROADCASTS,
    *UNSEEN_EDITIONS,
    *UNSEEN_EPIDEMICS,
    *UNSEEN_EXCHANGES,
    *UNSEEN_DAILIES,
    *UNSEEN_VIGILS,
    *UNSEEN_DOMES,
    *UNSEEN_HARBOURS,
    *UNSEEN_ORCHARDS,
    *UNSEEN_MOUNTAINS,
    *UNSEEN_CANALS,
    *UNSEEN_GARDENS,
    *UNSEEN_LANTERNS,
    *UNSEEN_WINDMILLS,
    *UNSEEN_STEPPES,
    *UNSEEN_ROOKS,
    *UNSEEN_PASSES,
    *UNSEEN_TIDES,
    *UNSEEN_SLUICES,
    *UNSEEN_WEIRS,
    *UNSEEN_BEACONS,
    *UNSEEN_LIGHTSHIPS,
    *UNSEEN_EPHEMERIDES,
    *UNSEEN_VAULTS,
    *UNSEEN_DOSSIERS,
    *UNSEEN_HYDRANTS,
    *UNSEEN_ANTENNAS,
    *UNSEEN_GRANDSTANDS,
    *UNSEEN_RUNWAYS,
    *UNSEEN_QUARRIES,
    *UNSEEN_MEADOWS,
    *UNSEEN_FERRIES,
    *UNSEEN_TOWERS,
)
