"""
title: Stream Fixer companion
description: Relays the tool progress of Hermes Agent to the Stream Fixer extension as events that are stored nowhere, and keeps tool markers out of stored replies and out of the history that models are sent.
version: 1.1.0
required_open_webui_version: 0.5.17
license: MIT
"""

import asyncio
import re
import unicodedata
from typing import Iterator, NamedTuple, Optional, Union
from weakref import WeakKeyDictionary

from pydantic import BaseModel, Field

# The emoji of the inline markers of Hermes 0.7 and 0.8, without the variation selector, which comes and goes.
EMOJI = "💻⚙🔍📄📖✍🔧🔎🐍🔀📋🧠📚📝⏰❓🌐📸👆⌨📜◀🚪🖼👁🖥🎨🔊📨🏠🧪🔮⚡"
SELECTOR = "\ufe0f"

# Longest text held back on the suspicion of a marker: a hold must not look like a freeze.
MAX_HELD = 4096
# Work between two moments in which the server sees to its other requests, in characters.
PACE = 4096
# How much of a text is looked at first, in characters.
FIRST_LOOK = 8192
# What one message, or one part of a message or a text, costs beside its characters.
STEP = 16

# Every text here is read once from beginning to end, whatever a model writes: no pattern may go back over a line.
MARKER_BEGINS = re.compile(rf"`([{EMOJI}]{SELECTOR}?) ")
MARKER_CUT_SHORT = re.compile(rf"`(?:[{EMOJI}]{SELECTOR}?)?\Z")
INJECTED_BEGINS = re.compile(r"\n`([^\s`]{1,16}) ")
# Behind the backtick that closes a code span.
PROSE_GOES_ON = re.compile(r"[\s.,;:!?)\]]|\Z")
# Fences of code blocks, CommonMark 4.5.
FENCE_OPENS = re.compile(r" {0,3}(?:(`{3,})[^`]*\Z|(~{3,}))")
FENCE_CLOSES = re.compile(r" {0,3}(`{3,}|~{3,})[ \t\r]*\Z")
# The line feed before a whole line that may be a fence or a marker: all others are passed over at the speed of a search.
# A short line that certainly is a fence is matched to its end, with its run as a group.
FENCE_LINE = re.compile(r"\n(?=[ `~])(?: {0,3}(`{3,}|~{3,})[ \t\r]{0,99}(?=\n)|(?= {0,3}(?:```|~~~)))")
NOTABLE_LINE = re.compile(
    r"\n(?=[ `~])(?: {0,3}(?:(`{3,})(?!`)[^`\n]{0,99}|(~{3,})(?!~)[^\n]{0,99})(?=\n)"
    rf"|(?= {{0,3}}(?:```|~~~)|`[{EMOJI}]{SELECTOR}? [^\n]*`\n[ \t]*(?:\n|\Z)))"
)
BLANKS = re.compile(r"[ \t]*")

HERMES_CHUNK_ID = re.compile(r"chatcmpl-[0-9a-f]{29}\Z")
# Labels that Hermes makes up for its own tools, from no words of the model.
HERMES_WORDS = re.compile(
    rf"⏰{SELECTOR}? (?:create|list|update|pause|resume|remove|run|cronjob)\Z"
    rf"|📋{SELECTOR}? (?:reading task list|(?:updating|planning) [0-9]+ task\(s\))\Z"
    rf"|🔍{SELECTOR}? recall: \".*\"\Z|🧠{SELECTOR}? [+~-](?:memory|user): \".*\"\Z|📨{SELECTOR}? to \S+: \".*\"\Z"
)


class Marker(NamedTuple):
    """A marker that was taken out: "`⏰ list`" has the emoji ⏰ and the label "list"."""

    emoji: str
    label: str
    # "whole": one delta, as Hermes sends it; "split": a line in several deltas, as only a model writes it; "line".
    kind: str
    # The text that goes with it.
    raw: str = ""


Pieces = list[Union[str, Marker]]


class MarkerFilter:
    """
    Takes markers out of one text that comes in pieces. A marker is a line of its own, "`<emoji> <label>`", followed by
    a blank line or the end of the text, outside code blocks. It goes with the line feed before it and the one after it.
    """

    def __init__(self, may_hold: int = MAX_HELD):
        self.may_hold = may_hold
        # Text whose fate is open: at most a line feed, the line behind it, its line feed, and blanks. In the pieces it
        # came in, for a model may write one character at a time.
        self.held: list[str] = []
        # How many characters are held, without the line feed before the line.
        self.length = 0
        # Where the held text ends: "line feed", "start" of a marker, "line" (in its label), "blanks" (behind it); "": none.
        self.waits_in = ""
        # The held line came in more than one piece.
        self.split = False
        # In the middle of a line that stays; `line` is its beginning, enough to tell a fence.
        self.in_line = False
        self.line: list[str] = []
        self.line_length = 0
        self.fence = ""

    def push(self, text: str) -> Pieces:
        if not text:
            return []
        if self.waits_in in ("start", "line"):
            self.split = True
        if self.waits_in and self.length + len(text) <= self.may_hold and self._changes_nothing(text):
            self.held.append(text)
            self.length += len(text)
            return []
        return self._decide(self._release() + text, False)

    def end(self) -> Pieces:
        """No more text for now: decides everything."""
        pieces = self._decide(self._release(), True)
        self.in_line, self.fence = False, ""
        return pieces

    def end_line(self) -> Pieces:
        """A marker that came as one delta begins with a line feed of its own: gives out what is held before it."""
        pieces = self.push("\n") + [self._release()]
        self.waits_in = ""
        last = "".join(piece for piece in pieces if isinstance(piece, str))[:-1]
        return [piece for piece in pieces if isinstance(piece, Marker)] + [last]

    def _release(self) -> str:
        held, self.held = "".join(self.held), []
        return held

    def _changes_nothing(self, text: str) -> bool:
        return "\n" not in text if self.waits_in == "line" else self.waits_in == "blanks" and not text.strip(" \t")

    def _decide(self, text: str, end: bool) -> Pieces:
        pieces: Pieces = []
        waited_in, self.waits_in = self.waits_in, ""
        # Before `kept`, all is decided and in `pieces`; from there to `at`, the text stays.
        kept = at = 0
        size = len(text)
        while at < size:
            if self.in_line:
                stop = text.find("\n", at)
                self._remember(text, at, size if stop < 0 else stop)
                if stop < 0:
                    break
                self.in_line = False
                self._see_fence("".join(self.line))
                at = stop
            start = at
            if text[at] == "\n":
                at = self._next_notable(text, at)
                start = at + 1
            stop = text.find("\n", start)
            line = text[start:] if stop < 0 else text[start:stop]
            marker = None if self.fence or not line.endswith("`") else read_marker(line)
            if stop >= 0 and not marker:
                self._see_fence(line[:MAX_HELD])
                at = stop
                continue
            followed = BLANKS.match(text, stop + 1).end() if stop >= 0 else size
            same_line = waited_in != "" and at == 0
            if not end and followed == size:
                self.waits_in = self._where_to_wait(line, stop >= 0, followed - start)
            if self.waits_in:
                pieces.append(text[kept:at])
                self.held, self.length = [text[at:]], followed - start
                self.split = self.split and same_line
                return pieces
            if marker and (end if followed == size else text[followed] == "\n"):
                pieces.append(text[kept:at])
                kept = size if stop < 0 else stop + 1
                kind = "split" if self.split and same_line else "line"
                pieces.append(Marker(marker.emoji, marker.label, kind, text[at:kept]))
                at = kept
                continue
            if stop >= 0:
                at = stop
                continue
            at, self.in_line = start, line != "" or bool(self.fence)
            self.line, self.line_length = [], 0
        pieces.append(text[kept:])
        return pieces

    def _next_notable(self, text: str, at: int) -> int:
        """
        The line feed, at `at` or later, before the next line that is worth a look: the last one is, for it may go on.
        Plain fences of code blocks are passed over.
        """
        while found := (FENCE_LINE if self.fence else NOTABLE_LINE).search(text, at):
            if not found.lastindex:
                return found.start()
            run = found[found.lastindex]
            if not self.fence:
                self.fence = run
            elif run.startswith(self.fence):
                self.fence = ""
            at = found.end()
        return text.rfind("\n", at)

    def _where_to_wait(self, line: str, is_over: bool, length: int) -> str:
        """Where more text may change the fate of the last line, or of the line feed before it; "": nowhere."""
        if self.fence or length > self.may_hold:
            return ""
        if is_over:
            return "blanks"
        if MARKER_BEGINS.match(line):
            return "line"
        return "line feed" if line == "" else "start" if MARKER_CUT_SHORT.match(line) else ""

    def _remember(self, text: str, start: int, stop: int) -> None:
        room = MAX_HELD - self.line_length
        if room > 0:
            self.line.append(text[start : min(stop, start + room)])
            self.line_length += len(self.line[-1])

    def _see_fence(self, line: str) -> None:
        """Does a line that stays open a code block, or close the one it is in?"""
        if self.fence:
            closes = FENCE_CLOSES.match(line)
            if closes and closes[1].startswith(self.fence):
                self.fence = ""
        else:
            opens = FENCE_OPENS.match(line)
            self.fence = (opens[1] or opens[2]) if opens else ""


def read_marker(line: str) -> Optional[Marker]:
    """Reads one whole line as a marker; None for every other line, prose that begins with a code span included."""
    begins = MARKER_BEGINS.match(line) if line.endswith("`") and len(line) <= MAX_HELD else None
    if not begins:
        return None
    label = line[begins.end() : -1]
    return None if not label.strip() or is_prose(label) else Marker(begins[1], label, "line")


def is_prose(label: str) -> bool:
    """Does a backtick in a label close a code span? Then the line is prose, as in "`💻 foo` differs from `bar`"."""
    closes = label.find("`")
    return closes > 0 and not label[closes - 1].isspace() and PROSE_GOES_ON.match(label, closes + 1) is not None


def read_injected(text: str, hermes: bool) -> Optional[Marker]:
    """Reads a delta that is a marker as a whole. From Hermes the emoji may be any: skins set their own."""
    begins = INJECTED_BEGINS.match(text) if text.endswith("`\n") else None
    label = text[begins.end() : -2] if begins else ""
    if not begins or not label.strip() or "\n" in label:
        return None
    emoji = begins[1]
    listed = emoji.removesuffix(SELECTOR) in list(EMOJI) and not is_prose(label)
    pictograph = unicodedata.category(emoji[0]) in ("So", "Sm") and not emoji[0].isascii()
    return Marker(emoji, label, "whole") if listed or (hermes and pictograph) else None


class Pace:
    """Lets the server see to its other requests in between: histories are large, and all share one event loop."""

    def __init__(self):
        self.done = 0

    async def spend(self, characters: int) -> None:
        self.done += characters
        if self.done >= PACE:
            self.done = 0
            await asyncio.sleep(0)


async def divide(text: str, pace: Pace) -> tuple[list[str], list[Marker]]:
    """Cuts a whole text at its markers: what stands around them, and the markers."""
    marker_filter = MarkerFilter(may_hold=len(text))
    parts, markers, part = [], [], []
    for at in range(0, len(text) + 1, PACE):
        piece_of_text = text[at : at + PACE]
        pieces = marker_filter.push(piece_of_text)
        if at + PACE > len(text):
            pieces += marker_filter.end()
        for piece in pieces:
            if isinstance(piece, Marker):
                markers.append(piece)
                parts.append("".join(part))
                part = []
            else:
                part.append(piece)
        await pace.spend(len(piece_of_text))
    return [*parts, "".join(part)], markers


async def clean_stored(text: str, pace: Pace) -> str:
    """Cleans the whole text of a message and closes the gaps: at most one blank line where a marker stood."""
    if "`" not in text:
        return text
    parts, markers = await divide(text, pace)
    if not markers:
        return text
    # The line feeds at the end of `kept` are only counted, until it is known what follows them.
    kept, gap, is_blank = [], 0, True
    for i, part in enumerate(parts):
        await pace.spend(STEP + len(part))
        if i > 0 and (part == "" or part.isspace()):
            gap += part.count("\n")
            continue
        if i > 0 and is_blank:
            kept, gap, part = [], 0, without_blank_lines(part)
        elif i > 0:
            inner = part.lstrip("\n")
            kept.append("\n" * min(gap + len(part) - len(inner), 2))
            part = inner
        inner = part.rstrip("\n")
        kept.append(inner)
        gap = len(part) - len(inner)
        is_blank = is_blank and not part.strip()
    result = "".join(kept) + "\n" * gap
    return result if parts[-1].strip() else result.rstrip()


def without_blank_lines(text: str) -> str:
    """Takes the blank lines off the beginning; the blanks before the first word stay."""
    blank = len(text) - len(text.lstrip(" \t\n"))
    return text[text.rfind("\n", 0, blank) + 1 :]


async def shows_markers(text: str, pace: Pace) -> bool:
    """
    Do these words show by themselves that markers of Hermes stand in them? "`📝 Update README`" may be a commit message.
    Hermes' own have its words, or its gaps: a single line feed before the first one, two blank lines behind the last.
    """
    if "`" not in text:
        return False
    # A text that shows them mostly does so in its beginning. Cut behind a blank line, before a word, it says nothing else
    # there than in the whole text.
    cut = text.rfind("\n\n", 0, FIRST_LOOK) + 2 if len(text) > 2 * FIRST_LOOK else 0
    if cut >= 2 and not text[cut].isspace() and await shows_markers_within(text[:cut], pace):
        return True
    return await shows_markers_within(text, pace)


async def shows_markers_within(text: str, pace: Pace) -> bool:
    parts, markers = await divide(text, pace)
    tight, only_line_feeds = False, True
    for i, marker in enumerate(markers):
        await pace.spend(STEP + len(parts[i]))
        if is_hermes_worded(marker):
            return True
        only_line_feeds = only_line_feeds and not parts[i].strip("\n")
        # Behind a marker and a blank line, this one goes on with its run.
        if i == 0 or parts[i].strip(" \t"):
            tight = not parts[i].endswith("\n") or only_line_feeds
        # The next marker goes with the line feed before it.
        behind = parts[i + 1].lstrip(" \t") + ("\n" if i + 1 < len(markers) else "")
        if tight and behind.startswith("\n\n"):
            return True
    return False


def is_hermes_worded(marker: Marker) -> bool:
    return HERMES_WORDS.match(f"{marker.emoji} {marker.label}") is not None


class Place(NamedTuple):
    """Where a text of the assistant may be: `holder[key]`."""

    holder: dict
    key: str
    # Its text goes back to a model, so it is cleaned; every one may show that there are markers.
    is_cleaned: bool


def places_in(messages: list) -> Iterator[Optional[Place]]:
    """Every place where words of the assistant may be; None for a step without one. Other people's words are no place."""
    for message in messages:
        yield None
        if not isinstance(message, dict) or message.get("role") != "assistant":
            continue
        yield Place(message, "content", True)
        content, output = message.get("content"), message.get("output")
        yield from places_in_parts(content, ("text",))
        yield from places_in_parts(output, ())
        for item in output if isinstance(output, list) else []:
            if isinstance(item, dict) and item.get("type") == "message":
                yield from places_in_parts(item.get("content"), ("text", "output_text"))


def places_in_parts(parts, cleaned: tuple) -> Iterator[Optional[Place]]:
    for part in parts if isinstance(parts, list) else []:
        yield Place(part, "text", part.get("type") in cleaned) if isinstance(part, dict) else None


def text_at(place: Optional[Place]) -> str:
    text = place.holder.get(place.key) if place else None
    return text if isinstance(text, str) else ""


async def show_markers(messages: list, pace: Pace) -> bool:
    for place in places_in(messages):
        await pace.spend(STEP)
        if await shows_markers(text_at(place), pace):
            return True
    return False


async def clean_messages(messages: list, pace: Pace) -> None:
    """Cleans the words of the assistant in place."""
    for place in places_in(messages):
        await pace.spend(STEP)
        text = text_at(place)
        if place and place.is_cleaned and "`" in text:
            place.holder[place.key] = await clean_stored(text, pace)


class Reply:
    """One reply while it streams."""

    def __init__(self):
        self.filters: dict[int, MarkerFilter] = {}
        # The server tells of its tools by events, so it writes no markers.
        self.sends_events = False
        self.hermes = False
        # Markers are expected: Hermes answers, or the chat has shown some. Else what a model wrote stays.
        self.expected = False

    def clean(self, chunk: dict) -> tuple[dict, list[Marker]]:
        """Returns the chunk without markers, and the markers; the very same chunk where there is nothing to change."""
        markers: list[Marker] = []
        self.hermes = self.hermes or is_hermes(chunk)
        self.expected = self.expected or self.hermes
        choices = [self._clean_choice(choice, i, markers) for i, choice in enumerate(chunk["choices"])]
        changed = any(new is not old for new, old in zip(choices, chunk["choices"]))
        return ({**chunk, "choices": choices} if changed else chunk), markers

    def _clean_choice(self, choice, position: int, markers: list[Marker]):
        delta = choice.get("delta") or {} if isinstance(choice, dict) else None
        text = (delta.get("content") or "") if isinstance(delta, dict) else None
        index = choice.get("index", position) if isinstance(choice, dict) else None
        if not isinstance(text, str) or not isinstance(index, int) or (index not in self.filters and len(self.filters) >= 16):
            return choice
        # What is held comes out before the text is over, and before a tool call of Open WebUI's own.
        is_last = bool(choice.get("finish_reason") or delta.get("tool_calls"))
        marker_filter = self.filters.setdefault(index, MarkerFilter())
        injected = None if self.sends_events else read_injected(text, self.hermes)
        self.expected = self.expected or injected is not None
        pieces = marker_filter.end_line() + [injected] if injected else marker_filter.push(text)
        if is_last:
            pieces += marker_filter.end()
        self.expected = self.expected or any(isinstance(piece, Marker) and is_hermes_worded(piece) for piece in pieces)
        if not self.expected:
            pieces = [piece.raw if isinstance(piece, Marker) else piece for piece in pieces]
        markers += [piece for piece in pieces if isinstance(piece, Marker)]
        kept = "".join(piece for piece in pieces if isinstance(piece, str))
        return choice if kept == text else {**choice, "delta": {**delta, "content": kept}}


def is_hermes(chunk: dict) -> bool:
    return chunk.get("model") == "hermes-agent" or is_hermes_id(chunk.get("id"))


def is_hermes_id(chunk_id) -> bool:
    return isinstance(chunk_id, str) and HERMES_CHUNK_ID.match(chunk_id) is not None


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
        # Requests whose history has shown markers.
        self.expected: WeakKeyDictionary = WeakKeyDictionary()

    def _is_on(self, switch: str, request) -> bool:
        user_valves = None if request is None else self.user_valves.get(request)
        return getattr(self.valves, switch) and getattr(user_valves, switch, True)

    def _reply(self, request, metadata) -> Reply:
        replies = self.replies.setdefault(request, {})
        message_id = metadata.get("message_id") if isinstance(metadata, dict) else None
        reply = replies.setdefault(message_id if isinstance(message_id, (str, int)) else None, Reply())
        reply.expected = reply.expected or request in self.expected
        return reply

    async def inlet(self, body: dict, __user__: Optional[dict] = None, __request__=None, __metadata__: Optional[dict] = None) -> dict:
        # The server gives up a chat whose filter raises, so none of them ever does: what is odd passes as it is.
        try:
            if not is_of_program(__metadata__):
                await self._look_at_history(body, __user__, __request__)
        except Exception:
            pass
        return body

    async def _look_at_history(self, body, user, request) -> None:
        if request is not None and isinstance(user, dict) and user:
            self.user_valves[request] = user.get("valves")
        messages = body.get("messages") if isinstance(body, dict) else None
        pace = Pace()
        if not isinstance(messages, list) or not await show_markers(messages, pace):
            return
        if request is not None:
            self.expected[request] = True
        if self._is_on("clean_history", request):
            await clean_messages(messages, pace)

    async def stream(self, event: dict, __request__=None, __metadata__: Optional[dict] = None, __event_emitter__=None) -> dict:
        # Without an emitter this is no reply of a chat, but a stream that is handed on to a program.
        if not isinstance(event, dict) or __event_emitter__ is None or __request__ is None:
            return event
        try:
            event, progress = self._look_at_event(event, __request__, __metadata__)
        except Exception:
            return event
        for data in progress:
            await emit(__event_emitter__, data)
        return event

    def _look_at_event(self, event: dict, request, metadata) -> tuple[dict, list[dict]]:
        """Returns the event without markers, and what the page is told."""
        reply = self._reply(request, metadata)
        relays = self._is_on("relay_progress", request)
        if is_progress(event):
            reply.sends_events = reply.expected = True
            return event, [event] if relays else []
        if not isinstance(event.get("choices"), list) or not self._is_on("clean_replies", request):
            return event, []
        event, markers = reply.clean(event)
        return event, [describe(marker) for marker in markers] if relays else []


def is_of_program(metadata) -> bool:
    """Does a request belong to no chat? Whoever asks the server's API by a program sends what it means to send."""
    return isinstance(metadata, dict) and "chat_id" in metadata and not metadata["chat_id"]


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
