"""The Python client of the Portico API: typed by the contract, with exact amounts. Standard library only."""

from .amounts import format_amount, from_decimal, to_decimal
from .client import Portico
from .errors import NotModified, PorticoError
from .generated import schemas
from .generated.version import VERSION as __version__
from .meta import ChainMeta, Meta, RateLimit
from .result import Result
from .sign_in import Attempt, SignIn, Tokens

__all__ = [
    "Attempt",
    "ChainMeta",
    "Meta",
    "NotModified",
    "Portico",
    "PorticoError",
    "RateLimit",
    "Result",
    "SignIn",
    "Tokens",
    "__version__",
    "format_amount",
    "from_decimal",
    "schemas",
    "to_decimal",
]
