"""
title: Stream Fixer companion
description: Relays the tool progress of Hermes Agent to the Stream Fixer extension as events that are stored nowhere, and keeps tool markers out of stored replies and out of the history that models are sent.
version: 1.0.0
required_open_webui_version: 0.5.17
license: MIT
"""

import re
import unicodedata
from typing import NamedTuple, Optional, Union
from weakref import WeakKeyDictionary

from pydantic import BaseModel, Field

# The emoji of the inline markers of Hermes 0.7 and 0.8, without the variation selector, which comes and goes.
EMOJI = "💻⚙🔍📄📖✍🔧🔎🐍🔀📋🧠📚📝⏰❓🌐📸👆⌨📜◀🚪🖼👁🖥🎨🔊📨🏠🧪🔮⚡"
SELECTOR = "\ufe0f"

# Longest text held back on the suspicion of a marker: a hold must not look like a freeze.
MAX_HELD = 4096

MARKER_LINE = re.compile(rf"`([{EMOJI}]{SELECTOR}?) (.*\S.*)`\Z")
MARKER_BEGINNING = re.compile(rf"`(?:[{EMOJI}](?:{SELECTOR}?(?: .*)?)?)?\Z")
INJECTED = re.compile(r"\n`([^\s`]{1,16}) (.*\S.*)`\n\Z")
# A backtick in a label that closes a code span: the line is prose, as in "`💻 foo` differs from `bar`".
PROSE = re.compile(r"[^`]*[^`\s]`(?:[\s.,;:!?)\]]|\Z)")
# Fences of code blocks, CommonMark 4.5.
FENCE_OPENS = re.compile(r" {0,3}(?:(`{3,})[^`]*|(~{3,}).*)\Z")
FENCE_CLOSES = re.compile(r" {0,3}(`{3,}|~{3,})[ \t\r]*\Z")
BLANKS = re.compile(r"[ \t]*")

HERMES_CHUNK_ID = re.compile(r"chatcmpl-[0-9a-f]{29}\Z")


class Marker(NamedTuple):
    """A marker that was taken out: "`⏰ list`" has the emoji ⏰ and the label "list"."""

    emoji: str
    label: str
    # "whole": one delta, as Hermes sends it; "split": a line in several deltas, as only a model writes it; "line".
    kind: str


Pieces = list[Union[str, Marker]]


class MarkerFilter:
    """
    Takes markers out of one text that comes in pieces. A marker is a line of its own, "`<emoji> <label>`", followed by
    a blank line or the end of the text, outside code blocks. It goes with the line feed before it and the one after it.
    """

    def __init__(self):
        # Text whose fate is open: at most a line feed, the line behind it, its line feed, and blanks.
        self.held = ""
        # The held line came in more than one piece.
        self.split = False
        # In the middle of a line that stays; `line` is its beginning, enough to tell a fence.
        self.in_line = False
        self.line = ""
        self.fence = ""

    def push(self, text: str) -> Pieces:
        if text and self.held.strip("\n") and "\n" not in self.held[1:]:
            self.split = True
        return self._decide(self.held + text, False)

    def end(self) -> Pieces:
        """No more text for now: decides everything."""
        pieces = self._decide(self.held, True)
        self.in_line, self.fence = False, ""
        return pieces

    def end_line(self) -> Pieces:
        """A marker that came as one delta begins with a line feed of its own: gives out what is held before it."""
        pieces = self.push("\n") + [self.held]
        self.held = ""
        last = "".join(piece for piece in pieces if isinstance(piece, str))[:-1]
        return [piece for piece in pieces if isinstance(piece, Marker)] + [last]

    def _decide(self, text: str, end: bool) -> Pieces:
        pieces: Pieces = []
        was_held, self.held, at = bool(self.held), "", 0
        while at < len(text):
            if self.in_line:
                stop = text.find("\n", at)
                self._keep(pieces, text[at:] if stop < 0 else text[at:stop])
                at = len(text) if stop < 0 else stop
                if stop < 0:
                    break
                self._finish_line()
            start = at + 1 if text[at] == "\n" else at
            stop = text.find("\n", start)
            line = text[start:] if stop < 0 else text[start:stop]
            marker = None if self.fence else read_marker(line)
            followed = BLANKS.match(text, stop + 1).end() if marker and stop >= 0 else len(text)
            if not end and followed == len(text) and self._is_open(line, marker, stop, followed - start):
                self.held = text[at:]
                self.split = self.split and was_held and at == 0
                break
            if marker and (end if followed == len(text) else text[followed] == "\n"):
                pieces.append(marker._replace(kind="split" if self.split and was_held and at == 0 else "line"))
                at = len(text) if stop < 0 else stop + 1
                continue
            pieces.append(text[at:start])
            at, self.in_line, self.line = start, line != "" or bool(self.fence), ""
        return pieces

    def _is_open(self, line: str, marker: Optional[Marker], stop: int, length: int) -> bool:
        """May more text change the fate of the last line, or of the line feed before it?"""
        if self.fence or length > MAX_HELD:
            return False
        return marker is not None if stop >= 0 else line == "" or MARKER_BEGINNING.match(line) is not None

    def _keep(self, pieces: Pieces, text: str) -> None:
        pieces.append(text)
        self.line = (self.line + text)[:MAX_HELD]

    def _finish_line(self) -> None:
        self.in_line = False
        if self.fence:
            closes = FENCE_CLOSES.match(self.line)
            if closes and closes[1].startswith(self.fence):
                self.fence = ""
        else:
            opens = FENCE_OPENS.match(self.line)
            self.fence = (opens[1] or opens[2]) if opens else ""


def read_marker(line: str) -> Optional[Marker]:
    """Reads one whole line as a marker; None for every other line, prose that begins with a code span included."""
    match = MARKER_LINE.match(line) if len(line) <= MAX_HELD else None
    return None if not match or is_prose(match[2]) else Marker(match[1], match[2], "line")


def is_prose(label: str) -> bool:
    return PROSE.match(label) is not None


def read_injected(text: str, hermes: bool) -> Optional[Marker]:
    """Reads a delta that is a marker as a whole. From Hermes the emoji may be any: skins set their own."""
    match = INJECTED.match(text)
    if not match:
        return None
    emoji, label = match[1], match[2]
    listed = emoji.removesuffix(SELECTOR) in list(EMOJI) and not is_prose(label)
    pictograph = unicodedata.category(emoji[0]) in ("So", "Sm") and not emoji[0].isascii()
    return Marker(emoji, label, "whole") if listed or (hermes and pictograph) else None


def clean_stored(text: str) -> str:
    """Cleans the whole text of a message and closes the gaps: at most one blank line where a marker stood."""
    if "`" not in text:
        return text
    marker_filter = MarkerFilter()
    parts = [""]
    for piece in marker_filter.push(text) + marker_filter.end():
        if isinstance(piece, Marker):
            parts.append("")
        else:
            parts[-1] += piece
    if len(parts) == 1:
        return text
    result = parts[0]
    for part in parts[1:]:
        result = join(result, part) if part.strip() else result + "\n" * part.count("\n")
    return result if parts[-1].strip() else result.rstrip()


def join(before: str, behind: str) -> str:
    if not before.strip():
        return re.sub(r"\A(?:[ \t]*\n)+", "", behind)
    left, right = before.rstrip("\n"), behind.lstrip("\n")
    gap = len(before) - len(left) + len(behind) - len(right)
    return left + "\n" * min(gap, 2) + right


def clean_message(message) -> None:
    """Cleans the texts of one message of the assistant, in place; those of anybody else stay."""
    if not isinstance(message, dict) or message.get("role") != "assistant":
        return
    if isinstance(message.get("content"), str):
        message["content"] = clean_stored(message["content"])
    clean_parts(message.get("content"), ("text",))
    for item in message.get("output") if isinstance(message.get("output"), list) else []:
        if isinstance(item, dict) and item.get("type") == "message":
            clean_parts(item.get("content"), ("text", "output_text"))


def clean_parts(parts, types: tuple) -> None:
    for part in parts if isinstance(parts, list) else []:
        if isinstance(part, dict) and part.get("type") in types and isinstance(part.get("text"), str):
            part["text"] = clean_stored(part["text"])


class Reply:
    """One reply while it streams."""

    def __init__(self):
        self.filters: dict[int, MarkerFilter] = {}
        # The server tells of its tools by events, so it writes no markers.
        self.sends_events = False
        self.hermes = False

    def clean(self, chunk: dict) -> tuple[dict, list[Marker]]:
        """Returns the chunk without markers, and the markers; the very same chunk where there is nothing to change."""
        markers: list[Marker] = []
        self.hermes = self.hermes or is_hermes(chunk)
        choices = [self._clean_choice(choice, i, markers) for i, choice in enumerate(chunk["choices"])]
        changed = any(new is not old for new, old in zip(choices, chunk["choices"]))
        return ({**chunk, "choices": choices} if changed else chunk), markers

    def _clean_choice(self, choice, position: int, markers: list[Marker]):
        delta = choice.get("delta") or {} if isinstance(choice, dict) else None
        text = (delta.get("content") or "") if isinstance(delta, dict) else None
        index = choice.get("index", position) if isinstance(choice, dict) else None
        if not isinstance(text, str) or not isinstance(index, int) or (index not in self.filters and len(self.filters) >= 16):
            return choice
        marker_filter = self.filters.setdefault(index, MarkerFilter())
        injected = None if self.sends_events else read_injected(text, self.hermes)
        pieces = marker_filter.end_line() + [injected] if injected else marker_filter.push(text)
        # What is held comes out before the text is over, and before a tool call of Open WebUI's own.
        if choice.get("finish_reason") or delta.get("tool_calls"):
            pieces += marker_filter.end()
        markers += [piece for piece in pieces if isinstance(piece, Marker)]
        kept = "".join(piece for piece in pieces if isinstance(piece, str))
        return choice if kept == text else {**choice, "delta": {**delta, "content": kept}}


def is_hermes(chunk: dict) -> bool:
    return chunk.get("model") == "hermes-agent" or HERMES_CHUNK_ID.match(str(chunk.get("id"))) is not None


def is_progress(event: dict) -> bool:
    """The data of `event: hermes.tool.progress`; Open WebUI hands over the data without the event's name."""
    return isinstance(event.get("tool"), str) and ("emoji" in event or "status" in event) and "choices" not in event


class Switches(BaseModel):
    relay_progress: bool = Field(default=True, description="Tell the page which tools the agent runs. Only the Stream Fixer extension shows it; nothing is stored.")
    clean_history: bool = Field(default=True, description="Take tool markers out of the assistant's earlier messages before a model gets them. Stored chats stay as they are.")
    clean_replies: bool = Field(default=True, description="Take tool markers out of replies while they arrive, so that they are neither shown nor stored.")


class Filter:
    class Valves(Switches):
        """For the whole server."""

    class UserValves(Switches):
        """What a user switches off is off in that user's own chats."""

    def __init__(self):
        self.valves = self.Valves()
        # One instance serves all requests at once. Both are kept by request and forgotten with it; one request may
        # ask several models, each with a message id of its own.
        self.replies: WeakKeyDictionary = WeakKeyDictionary()
        self.user_valves: WeakKeyDictionary = WeakKeyDictionary()

    def _is_on(self, switch: str, request) -> bool:
        user_valves = None if request is None else self.user_valves.get(request)
        return getattr(self.valves, switch) and getattr(user_valves, switch, True)

    def _reply(self, request, metadata) -> Reply:
        replies = self.replies.setdefault(request, {})
        return replies.setdefault((metadata or {}).get("message_id"), Reply())

    def inlet(self, body: dict, __user__: Optional[dict] = None, __request__=None) -> dict:
        if __request__ is not None and __user__:
            self.user_valves[__request__] = __user__.get("valves")
        messages = body.get("messages")
        if self._is_on("clean_history", __request__) and isinstance(messages, list):
            for message in messages:
                clean_message(message)
        return body

    async def stream(self, event: dict, __request__=None, __metadata__: Optional[dict] = None, __event_emitter__=None) -> dict:
        # Without an emitter this is no reply of a chat, but a stream that is handed on to a program.
        if not isinstance(event, dict) or __event_emitter__ is None or __request__ is None:
            return event
        reply = self._reply(__request__, __metadata__)
        relays = self._is_on("relay_progress", __request__)
        if is_progress(event):
            reply.sends_events = True
            if relays:
                await emit(__event_emitter__, event)
        elif isinstance(event.get("choices"), list) and self._is_on("clean_replies", __request__):
            event, markers = reply.clean(event)
            for marker in markers if relays else []:
                await emit(__event_emitter__, describe(marker))
        return event


def describe(marker: Marker) -> dict:
    """A marker as a progress event: one that Hermes sent tells of a tool that starts, any other one only of words."""
    data = {"tool": "", "emoji": marker.emoji, "label": marker.label, "marker": marker.kind}
    return data if marker.kind == "whole" else {**data, "status": "written"}


async def emit(emitter, data: dict) -> None:
    """Pages without the extension ignore the type, and the server stores nothing of it."""
    try:
        await emitter({"type": "hermes.tool.progress", "data": data})
    except Exception:
        # A badge less is no reason to break off the reply.
        pass
