"""The training family: sites on which constants may be chosen. Other templates and seeds than the reported ones."""

from __future__ import annotations

from benchmarks.sites.advised import ADVISED
from benchmarks.sites.agencies import AGENCIES
from benchmarks.sites.agendas import AGENDAS
from benchmarks.sites.allowances import ALLOWANCES
from benchmarks.sites.almanacs import ALMANACS
from benchmarks.sites.appeals import APPEALS
from benchmarks.sites.appended import APPENDED
from benchmarks.sites.bellpress import BELLPRESS
from benchmarks.sites.berths import BERTHS
from benchmarks.sites.bids import BIDS
from benchmarks.sites.boards import BOARDS
from benchmarks.sites.campaigns import CAMPAIGNS
from benchmarks.sites.campuses import CAMPUSES
from benchmarks.sites.cartoons import CARTOONS
from benchmarks.sites.clauses import CLAUSES
from benchmarks.sites.convocations import CONVOCATIONS
from benchmarks.sites.corridors import CORRIDORS
from benchmarks.sites.crowded import CROWDED
from benchmarks.sites.daybooks import DAYBOOKS
from benchmarks.sites.decided import DECIDED
from benchmarks.sites.dispatches import DISPATCHES
from benchmarks.sites.edited import EDITED
from benchmarks.sites.ensembles import ENSEMBLES
from benchmarks.sites.factsheets import FACTSHEETS
from benchmarks.sites.fading import FADING
from benchmarks.sites.feeds import FEEDS
from benchmarks.sites.figures import FIGURES
from benchmarks.sites.firewatch import FIREWATCH
from benchmarks.sites.followed import FOLLOWED
from benchmarks.sites.forms import FORMS
from benchmarks.sites.forums import FORUMS
from benchmarks.sites.frequencies import FREQUENCIES
from benchmarks.sites.fronts import FRONTS
from benchmarks.sites.galleries import GALLERIES
from benchmarks.sites.hearings import HEARINGS
from benchmarks.sites.hikers import HIKERS
from benchmarks.sites.illustrated import ILLUSTRATED
from benchmarks.sites.insertions import INSERTIONS
from benchmarks.sites.interleaved import INTERLEAVED
from benchmarks.sites.issued import ISSUED
from benchmarks.sites.kennels import KENNELS
from benchmarks.sites.languages import LANGUAGES
from benchmarks.sites.leaders import LEADERS
from benchmarks.sites.ledgers import LEDGERS
from benchmarks.sites.localpress import LOCALPRESS
from benchmarks.sites.ministries import MINISTRIES
from benchmarks.sites.minutes import MINUTES
from benchmarks.sites.moorings import MOORINGS
from benchmarks.sites.mornings import MORNINGS
from benchmarks.sites.noticeboards import NOTICEBOARDS
from benchmarks.sites.offices import OFFICES
from benchmarks.sites.outages import OUTAGES
from benchmarks.sites.papers import PAPERS
from benchmarks.sites.photographed import PHOTOGRAPHED
from benchmarks.sites.placards import PLACARDS
from benchmarks.sites.plain import PLAIN
from benchmarks.sites.portals import PORTALS
from benchmarks.sites.programmes import PROGRAMMES
from benchmarks.sites.rangers import RANGERS
from benchmarks.sites.records import RECORDS
from benchmarks.sites.redrawn import REDRAWN
from benchmarks.sites.registers import REGISTERS
from benchmarks.sites.reworded import REWORDED
from benchmarks.sites.rosters import ROSTERS
from benchmarks.sites.rotations import ROTATIONS
from benchmarks.sites.rounds import ROUNDS
from benchmarks.sites.scores import SCORES
from benchmarks.sites.showings import SHOWINGS
from benchmarks.sites.sluices import SLUICES
from benchmarks.sites.squares import SQUARES
from benchmarks.sites.stadiums import STADIUMS
from benchmarks.sites.standing import STANDING
from benchmarks.sites.townhalls import TOWNHALLS
from benchmarks.sites.tradepress import TRADEPRESS
from benchmarks.sites.waiting import WAITING
from benchmarks.sites.wards import WARDS
from benchmarks.sites.withdrawals import WITHDRAWALS

TRAINING = (
    *FRONTS,
    *PLAIN,
    *LANGUAGES,
    *BOARDS,
    *SQUARES,
    *OFFICES,
    *PAPERS,
    *RECORDS,
    *REGISTERS,
    *SHOWINGS,
    *INSERTIONS,
    *NOTICEBOARDS,
    *WITHDRAWALS,
    *OUTAGES,
    *ISSUED,
    *ROSTERS,
    *EDITED,
    *FACTSHEETS,
    *CAMPAIGNS,
    *FADING,
    *FORMS,
    *FIGURES,
    *ILLUSTRATED,
    *APPEALS,
    *AGENDAS,
    *REDRAWN,
    *BERTHS,
    *CARTOONS,
    *PHOTOGRAPHED,
    *CORRIDORS,
    *PLACARDS,
    *INTERLEAVED,
    *DECIDED,
    *CLAUSES,
    *WAITING,
    *CROWDED,
    *LEDGERS,
    *MOORINGS,
    *MINUTES,
    *HEARINGS,
    *ROTATIONS,
    *AGENCIES,
    *PROGRAMMES,
    *ROUNDS,
    *PORTALS,
    *STADIUMS,
    *FREQUENCIES,
    *DISPATCHES,
    *FOLLOWED,
    *APPENDED,
    *ADVISED,
    *REWORDED,
    *TOWNHALLS,
    *RANGERS,
    *ENSEMBLES,
    *MINISTRIES,
    *WARDS,
    *BIDS,
    *SLUICES,
    *SCORES,
    *STANDING,
    *CONVOCATIONS,
    *ALLOWANCES,
    *FEEDS,
    *GALLERIES,
    *KENNELS,
    *FORUMS,
    *HIKERS,
    *LOCALPRESS,
    *TRADEPRESS,
    *BELLPRESS,
    *DAYBOOKS,
    *FIREWATCH,
    *LEADERS,
    *ALMANACS,
    *MORNINGS,
    *CAMPUSES,
)
