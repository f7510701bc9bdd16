"""Errors of calls."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional


class PorticoError(Exception):
    """An error of a call; programs read ``code``.

    It is one of the contract's codes (``schemas.ErrorCode``), one of RFC 6749 for a sign-in (``invalid_grant`` …,
    ``invalid_state``), or one of the client's own: ``timeout``, no complete response in time; ``unreachable``, no
    response or an interrupted one; ``redirected``, a redirect, which is never followed because the key would be sent
    along; ``unknown``, a response that is not Portico's, such as a proxy's.
    """

    code: str
    #: For people.
    message: str
    #: Of the response; 0 without one.
    status: int
    #: Names the request in the server's log.
    request_id: Optional[str]
    #: Seconds after which a repetition makes sense, if the server says so.
    retry_after: Optional[float]
    #: The whole error response, if it is the contract's.
    problem: Optional[Dict[str, Any]]

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        problem: Optional[Dict[str, Any]] = None,
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    @property
    def errors(self) -> Mapping[str, str]:
        """What is wrong with each parameter or field, by its name; for ``invalid_params``."""
        errors = (self.problem or {}).get("errors")
        return errors if isinstance(errors, dict) else {}


class NotModified(PorticoError):
    """The response is still the one with the ``if_none_match`` of the call (status 304); ``code`` is ``not_modified``."""
