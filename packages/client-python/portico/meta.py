"""The metadata in a response's headers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import Message
from typing import Dict, List, Optional, Tuple, Union


@dataclass(frozen=True)
class RateLimit:
    """State of the rate policy: ``remaining`` of ``limit`` requests in the next ``reset_seconds``; None: no limit."""

    policy: str
    limit: Optional[int]
    remaining: Optional[int]
    reset_seconds: Optional[int]


@dataclass(frozen=True)
class ChainMeta:
    """State of a chain in a response. One that is syncing, unread, unserved or failed adds nothing to the data."""

    chain: str
    #: The block at which every figure of this chain was read, and its time (unix seconds).
    block: Optional[int]
    time_at: Optional[int]
    #: The first indexed block, or the one since which the address is known; None: from genesis.
    since_block: Optional[int]
    #: How much is known of what the address did since: ``complete``, ``partial`` or ``tokens``.
    history: Optional[str]
    #: Why the history ended incomplete.
    history_reason: Optional[str]
    #: The older block at which positions were read; None: ``block``, or no positions.
    positions_block: Optional[int]
    is_syncing: bool
    is_unread: bool
    is_unserved: bool
    is_failed: bool
    #: Only the native coin and common tokens are there: others that the address holds are being read.
    is_scanning: bool
    #: Positions are being refreshed: a later call gets newer ones.
    is_refreshing: bool
    #: Earlier transactions are being collected: later calls go further back.
    is_collecting: bool
    #: Ids of protocols that are missing from the figures.
    missing_protocols: Tuple[str, ...]

    @property
    def is_missing(self) -> bool:
        """Whether the data has nothing of this chain."""
        return self.is_syncing or self.is_unread or self.is_unserved or self.is_failed


@dataclass(frozen=True)
class Meta:
    """Metadata of a response."""

    #: Names the request in the server's log.
    request_id: Optional[str]
    #: For ``if_none_match`` of a later call.
    etag: Optional[str]
    #: Remaining units of the account, if the server reports them; None also without a limit.
    units_remaining: Optional[int]
    rate_limit: Optional[RateLimit]
    #: State of each requested chain, in the server's order.
    chains: Tuple[ChainMeta, ...]


def read_meta(headers: Message) -> Meta:
    """Parses the headers of a response."""
    limits = _parse_list(headers.get("RateLimit", ""))
    policies = dict(_parse_list(headers.get("RateLimit-Policy", "")))
    units: _Params = dict(limits).get("units", {})
    limit = next(((name, params) for name, params in limits if name != "units" and "r" in params), None)
    return Meta(
        request_id=headers.get("X-Request-Id"),
        etag=headers.get("ETag"),
        units_remaining=_int(units, "r"),
        rate_limit=None if limit is None else _to_rate_limit(limit[0], limit[1], policies.get(limit[0], {})),
        chains=tuple(_to_chain(name, params) for name, params in _parse_list(headers.get("Portico-Chains", ""))),
    )


_Params = Dict[str, Union[str, int, bool]]

#: The largest integer of a structured field, which the contract sends for no limit.
_UNCOUNTED = 999_999_999_999_999


def _to_rate_limit(policy: str, limit: _Params, quota: _Params) -> RateLimit:
    return RateLimit(policy, _int(quota, "q"), _int(limit, "r"), _int(limit, "t"))


def _to_chain(chain: str, params: _Params) -> ChainMeta:
    return ChainMeta(
        chain=chain,
        block=_int(params, "block"),
        time_at=_int(params, "time"),
        since_block=_int(params, "since"),
        history=_text(params, "history"),
        history_reason=_text(params, "reason"),
        positions_block=_int(params, "positions"),
        is_syncing="syncing" in params,
        is_unread="unread" in params,
        is_unserved="unserved" in params,
        is_failed="failed" in params,
        is_scanning="scanning" in params,
        is_refreshing="refreshing" in params,
        is_collecting="collecting" in params,
        missing_protocols=tuple((_text(params, "missing") or "").split()),
    )


def _int(params: _Params, name: str) -> Optional[int]:
    value = params.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value != _UNCOUNTED else None


def _text(params: _Params, name: str) -> Optional[str]:
    value = params.get(name)
    return value if isinstance(value, str) else None


_STRING = r'"(?:[^"\\]|\\.)*"'
_PARAM = rf';[ ]*([a-z*][\w.*-]*)(?:=({_STRING}|[^;,"\s]+))?'
_MEMBER = re.compile(rf'(?:^|,)[ \t]*({_STRING}|[^;,"\s]+)((?:{_PARAM})*)[ \t]*(?=,|$)')
_PARAMS = re.compile(_PARAM)


def _parse_list(header: str) -> List[Tuple[str, _Params]]:
    """Parses a list of tokens or strings with parameters (RFC 9651, section 3.1); other members are left out."""
    return [
        (_unquote(member[1]), {name: _read(bare) for name, bare in _PARAMS.findall(member[2])})
        for member in _MEMBER.finditer(header)
    ]


def _read(bare: str) -> Union[str, int, bool]:
    if bare in ("", "?1"):
        return True
    return int(bare) if re.fullmatch(r"-?\d{1,15}", bare) else _unquote(bare)


def _unquote(bare: str) -> str:
    return re.sub(r"\\(.)", r"\1", bare[1:-1]) if bare.startswith('"') else bare
