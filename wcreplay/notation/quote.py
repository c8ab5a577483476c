"""Foreign text made fit for a message: nothing in it can move a terminal's cursor or colour."""

from __future__ import annotations

import unicodedata

_CLIP = 40
# Format characters (bidirectional overrides, byte order marks), controls, surrogates, line separators.
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def visible(char: str) -> str:
    r"""Return one character as it may be shown: itself, or an escape such as ``\x1b``."""
    if " " <= char <= "~":
        return char
    if unicodedata.category(char) not in _HIDDEN:
        return char
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def escape(text: str) -> str:
    """Return text with every control, format and unassigned character written as an escape."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(visible, text))


def quote(text: str) -> str:
    """Return a token in backquotes, escaped and clipped to 40 characters."""
    if len(text) > _CLIP:
        text = text[: _CLIP - 3] + "..."
    return f"`{escape(text)}`"


def describe(char: str) -> str:
    """Name one character: ``'×' (U+00D7 multiplication sign)``."""
    name = unicodedata.name(char, "").lower()
    shown = visible(char)
    return f"'{shown}' (U+{ord(char):04X}{' ' + name if name else ''})"
