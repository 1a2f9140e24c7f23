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
from typing import Iterator, NamedTuple, Optional
from weakref import WeakKeyDictionary

from pydantic import BaseModel, Field

# The emoji of the inline markers of Hermes 0.7 and 0.8, without the variation selector, which is optional.
EMOJI = "💻⚙🔍📄📖✍🔧🔎🐍🔀📋🧠📚📝⏰❓🌐📸👆⌨📜◀🚪🖼👁🖥🎨🔊📨🏠🧪🔮⚡"
SELECTOR = "\ufe0f"

# Longest text held back on the suspicion of a marker: a hold must not look like a freeze.
MAX_HELD = 4096
# Work between two turns of the server's other requests, in characters.
PACE = 4096
# The cost of one message, part of a message, gap or event, in addition to its characters.
STEP = 16
# How many offsets of markers are searched for words of Hermes at once.
CUTS_AT_ONCE = 16

# Every text here is read once from beginning to end, whatever a model writes: no pattern may backtrack over a line.
# The label of a marker and the end of its line. A backtick in it that closes a code span makes the line prose, as in
# "`💻 foo` differs from `bar`".
LABEL = r"[^\S\n]*(?:[^\s`][^`\n]*(?:(?:(?<=\s)`|`(?![\s.,;:!?)\]]|`\n))[^\n]*)?|`[^\n]*)`\n"
# A whole line that is a marker, of at most MAX_HELD characters.
MARKER = rf"`[{EMOJI}](?=[^\n]{{0,4094}}\n){SELECTOR}? {LABEL}"
MARKER_LINE = re.compile(rf"{MARKER}")
# The delta with which Hermes reports a tool: a marker of any length, and nothing else.
MARKER_DELTA = re.compile(rf"\n`[{EMOJI}]{SELECTOR}? {LABEL}")
MARKER_BEGINS = re.compile(rf"`[{EMOJI}]{SELECTOR}? ")
MARKER_CUT_SHORT = re.compile(rf"`(?:[{EMOJI}]{SELECTOR}?)?\Z")
INJECTED_BEGINS = re.compile(r"\n`([^\s`]{1,16}) ")
# Emoji and label of each removed marker.
EMOJI_AND_LABEL = re.compile(r"\n`([^\s`]{1,16}) (.+)`")
BLANK_LINE = re.compile(r"\n([ \t]+)(?=\n)")
# Fences of code blocks, CommonMark 4.5.
FENCE_OPENS = re.compile(r" {0,3}(?:(`{3,})[^`]*\Z|(~{3,}))")
FENCE_CLOSES = re.compile(r" {0,3}(`{3,}|~{3,})[ \t\r]*\Z")
# The line feed before markers with one blank line between two of them, to the end of the last one's line; or before a
# line that may be a fence. All other lines are skipped at the speed of a search. The empty group says that a short line
# certainly is a fence; then the match ends after its run.
NOTABLE_LINE = re.compile(
    rf"\n(?:{MARKER}(?:[ \t]*\n{MARKER})*(?=[ \t]*\n)"
    r"|```+(?=[^`\n]{0,99}\n)()|~~~+(?=[^\n]{0,99}\n)()|```|~~~| {1,3}(?:```|~~~))"
)
FENCE_LINE = re.compile(r"\n(?:(?:```+|~~~+)(?=[ \t\r]{0,99}\n)()|```|~~~| {1,3}(?:```|~~~))")
BLANKS = re.compile(r"[ \t]*")
LINE_FEEDS = re.compile(r"\n*")
TWO_BLANK_LINES = re.compile(r"[ \t]*\n\n")

HERMES_CHUNK_ID = re.compile(r"chatcmpl-[0-9a-f]{29}\Z")
# Labels in Hermes' own words, which a model does not choose.
HERMES_WORDS = re.compile(
    rf"\n`(?:⏰{SELECTOR}? (?:create|list|update|pause|resume|remove|run|cronjob)"
    rf"|📋{SELECTOR}? (?:reading task list|(?:updating|planning) [0-9]+ task\(s\))"
    rf"|🔍{SELECTOR}? recall: \".*\"|🧠{SELECTOR}? [+~-](?:memory|user): \".*\"|📨{SELECTOR}? to \S+: \".*\")`(?:\n|\Z)"
)


class Decided(NamedTuple):
    """Text that is decided."""

    text: str
    # The offsets of its markers: start, end, start, end, ... Markers with one blank line between them count as one, from
    # the line feed before the first to the end of the last one's own.
    cuts: list[int]
    # How the first marker arrived. "whole": one delta, as Hermes sends it; "split": a line in several deltas, as only a
    # model writes it; "line": otherwise, like all later ones.
    kind: str = "line"


class MarkerFilter:
    """
    Finds the markers of one text that arrives in pieces. A marker is a line of its own, "`<emoji> <label>`", followed by
    a blank line or the end of the text, outside code blocks. It includes the line feed before it and the one after it.
    """

    def __init__(self):
        # Undecided text: at most a line feed, the line after it, its line feed, and blanks. In the pieces it arrived in, as
        # a model may write one character at a time.
        self.held: list[str] = []
        # How many characters are held, without the line feed before the line.
        self.length = 0
        # Where the held text ends: "line feed", "start" of a marker, "line" (in its label), "blanks" (after it); "": none.
        self.waits_in = ""
        # The held line arrived in more than one piece.
        self.split = False
        # In the middle of a line that stays; `line` is its beginning, enough to recognise a fence.
        self.in_line = False
        self.line: list[str] = []
        self.line_length = 0
        self.fence = ""

    def push(self, text: str) -> Decided:
        if not text:
            return Decided("", [])
        if self.waits_in in ("start", "line"):
            self.split = True
        if self._changes_nothing(text):
            self.held.append(text)
            self.length += len(text)
            return Decided("", [])
        return self._decide(self._release() + text)

    def end(self) -> Decided:
        """No more text for now: decides everything."""
        held, waited_in = self._release(), self.waits_in
        self.waits_in, self.in_line, self.fence = "", False, ""
        start = 1 if held[:1] == "\n" else 0
        stop = held.find("\n", start) + 1 or len(held)
        if waited_in in ("", "line feed") or not read_marker(held[start:stop].removesuffix("\n")):
            return Decided(held, [])
        return Decided(held, [0, stop], "split" if self.split else "line")

    def end_line(self) -> Decided:
        """A marker that arrived as one delta begins with a line feed of its own: releases what is held before it."""
        decided = self.push("\n")
        held, self.waits_in = self._release(), ""
        return decided._replace(text=(decided.text + held)[:-1])

    def _release(self) -> str:
        held, self.held = "".join(self.held), []
        return held

    def _changes_nothing(self, text: str) -> bool:
        if self.length + len(text) > MAX_HELD:
            return False
        return "\n" not in text if self.waits_in == "line" else self.waits_in == "blanks" and not text.strip(" \t")

    def _decide(self, text: str) -> Decided:
        cuts: list[int] = []
        waited, self.waits_in = self.waits_in != "", ""
        at = added = 0
        if self.in_line:
            at = text.find("\n")
            self._remember(text, len(text) if at < 0 else at)
            if at < 0:
                return Decided(text, cuts)
            self.fence = fence_behind("".join(self.line), self.fence)
        elif text[0] != "\n":
            # So that every line has a line feed before it.
            text, added = "\n" + text, 1
        fence = self.fence
        while found := (FENCE_LINE if fence else NOTABLE_LINE).search(text, at):
            start, at = found.span()
            if found.lastindex:
                fence = fence_behind_run(text[start + 1 : at], fence)
            elif text[at - 1] == "\n":
                cuts.append(start)
                cuts.append(at)
            else:
                at = text.find("\n", at)
                if at < 0:
                    break
                fence = fence_behind(text[start + 1 : min(at, start + 1 + MAX_HELD)], fence)
        self.fence = fence
        feed = text.rfind("\n")
        line = text[feed + 1 :]
        start = feed if fence else self._wait(text, feed, line)
        kind = "split" if waited and self.split and cuts and cuts[0] == 0 else "line"
        if self.waits_in:
            self.split = self.split and waited and start == 0
            self.held, self.length = [text[max(start, added) :]], len(text) - start - 1
            text = text[:start]
            self.in_line = False
        else:
            self.in_line = line != "" or fence != ""
            self.line, self.line_length = [], 0
            self._remember(line, len(line))
        if added and cuts:
            cuts = [cut - added for cut in cuts]
            cuts[0] = max(cuts[0], 0)
        return Decided(text[added:], cuts, kind)

    def _wait(self, text: str, feed: int, line: str) -> int:
        """
        Sets where more text may still decide about the last line, or the line feed before it.
        Returns the offset of the line feed before the undecided text.
        """
        before = text.rfind("\n", 0, feed) if text[feed - 1] == "`" and not line.strip(" \t") else -1
        if before >= 0 and len(text) - before - 1 <= MAX_HELD and MARKER_LINE.match(text, before + 1):
            self.waits_in = "blanks"
            return before
        if line == "":
            self.waits_in = "line feed"
        elif len(line) <= MAX_HELD and MARKER_BEGINS.match(line):
            self.waits_in = "line"
        elif MARKER_CUT_SHORT.match(line):
            self.waits_in = "start"
        return feed

    def _remember(self, text: str, stop: int) -> None:
        room = MAX_HELD - self.line_length
        if room > 0:
            self.line.append(text[: min(stop, room)])
            self.line_length += len(self.line[-1])


def fence_behind(line: str, fence: str) -> str:
    """Returns the fence of the code block that is open after a line; "": none. `fence` is the one before it."""
    found = FENCE_CLOSES.match(line) if fence else FENCE_OPENS.match(line)
    return fence_behind_run(found[found.lastindex], fence) if found else fence


def fence_behind_run(run: str, fence: str) -> str:
    return run if not fence else "" if run.startswith(fence) else fence


def read_marker(line: str) -> bool:
    """Returns whether a whole line is a marker. Prose that begins with a code span is not."""
    return MARKER_LINE.match(line + "\n") is not None


def is_injected(text: str, hermes: bool) -> bool:
    """Returns whether a delta is a marker as a whole. From Hermes the emoji may be any: skins use their own."""
    begins = INJECTED_BEGINS.match(text) if text.endswith("`\n") else None
    label = text[begins.end() : -2] if begins else ""
    if not begins or not label.strip() or "\n" in label:
        return False
    emoji = begins[1][0]
    pictograph = unicodedata.category(emoji) in ("So", "Sm") and not emoji.isascii()
    return (hermes and pictograph) or MARKER_DELTA.match(text) is not None


def in_pairs(cuts: list[int]) -> Iterator[tuple[int, int]]:
    ends = iter(cuts)
    return zip(ends, ends)


def removed_markers(text: str, cuts: list[int]) -> str:
    """Returns the markers of a text, one after another, each with a line feed before it."""
    markers = "".join([text[start:end] for start, end in in_pairs(cuts)])
    return markers if markers.startswith("\n") else "\n" + markers


def left_over(text: str, cuts: list[int]) -> str:
    """Returns a text without its markers; the blanks of the blank lines between them stay."""
    parts, at, has_blanks = [], 0, " \n" in text or "\t\n" in text
    for start, end in in_pairs(cuts):
        parts.append(text[at:start])
        if has_blanks:
            parts += BLANK_LINE.findall(text, start, end)
        at = end
    return "".join([*parts, text[at:]])


class Pace:
    """Gives the server's other requests their turn: histories are large, and all share one event loop."""

    def __init__(self):
        self.done = 0

    async def spend(self, characters: int) -> None:
        if self.is_due(characters):
            await asyncio.sleep(0)

    def is_due(self, characters: int) -> bool:
        """Returns whether it is the others' turn after this work. Like `spend`, for loops that are too tight for a coroutine."""
        self.done += characters
        if self.done < PACE:
            return False
        self.done = 0
        return True


async def find_markers(text: str, pace: Pace) -> list[int]:
    """Returns the offsets of the markers of a whole text, as in `Decided.cuts`."""
    cuts: list[int] = []
    if "`" not in text:
        return cuts
    marker_filter = MarkerFilter()
    passed = 0
    for at in range(0, len(text), PACE):
        decided = marker_filter.push(text[at : at + PACE])
        cuts += [passed + cut for cut in decided.cuts]
        passed += len(decided.text)
        await pace.spend(PACE)
    cuts += [passed + cut for cut in marker_filter.end().cuts]
    return cuts


async def clean_stored(text: str, cuts: list[int], pace: Pace) -> str:
    """Removes the markers from the whole text of a message and closes the gaps: at most one blank line in each."""
    # The line feeds at the end of `kept` are only counted, until it is known what follows them.
    kept, gap, is_blank, at, part = [], 0, True, 0, ""
    for start, end in in_pairs([*cuts, len(text), len(text)]):
        is_first, part, at = at == 0, text[at:start], end
        if pace.is_due(STEP + len(part)):
            await asyncio.sleep(0)
        if not is_first and (part == "" or part.isspace()):
            gap += part.count("\n")
            continue
        if is_first or is_blank:
            kept, gap, inner = [], 0, part if is_first else without_blank_lines(part)
        else:
            inner = part.lstrip("\n")
            kept.append("\n" * min(gap + len(part) - len(inner), 2))
        words = inner.rstrip("\n")
        kept.append(words)
        gap = len(inner) - len(words)
        is_blank = is_blank and (words == "" or words.isspace())
    kept.append("\n" * gap)
    result = "".join(kept)
    return result.rstrip() if part == "" or part.isspace() else result


def without_blank_lines(text: str) -> str:
    """Removes the blank lines at the beginning; the blanks before the first word stay."""
    blank = len(text) - len(text.lstrip(" \t\n"))
    return text[text.rfind("\n", 0, blank) + 1 :]


async def shows_hermes(text: str, cuts: list[int], pace: Pace) -> bool:
    """
    Returns whether a text shows by itself that its markers are Hermes': "`📝 Update README`" may be a commit message.
    Hermes' own have its words, or its gaps: a single line feed before the first one, two blank lines after the last.
    """
    return await has_hermes_gaps(text, cuts, pace) or await has_hermes_words(text, cuts, pace)


async def has_hermes_words(text: str, cuts: list[int], pace: Pace) -> bool:
    for i in range(0, len(cuts), CUTS_AT_ONCE):
        markers = removed_markers(text, cuts[i : i + CUTS_AT_ONCE])
        if HERMES_WORDS.search(markers):
            return True
        await pace.spend(STEP + len(markers))
    return False


async def has_hermes_gaps(text: str, cuts: list[int], pace: Pace) -> bool:
    at, tight, only_line_feeds = 0, False, True
    for start, end in in_pairs(cuts):
        if pace.is_due(STEP + end - start):
            await asyncio.sleep(0)
        only_line_feeds = only_line_feeds and LINE_FEEDS.match(text, at).end() >= start
        # After a marker and a blank line, this one continues its run.
        if at == 0 or BLANKS.match(text, at).end() < start:
            tight = only_line_feeds or text[start - 1 : start] != "\n"
        if tight and TWO_BLANK_LINES.match(text, end):
            return True
        only_line_feeds = only_line_feeds and not BLANK_LINE.search(text, start, end)
        at = end
    return False


class Place(NamedTuple):
    """A place where a text of the assistant may be: `holder[key]`."""

    holder: dict
    key: str
    # Its text is sent back to a model, so it is cleaned. The others can only be evidence of markers.
    is_cleaned: bool


def places_in(messages: list) -> Iterator[Optional[Place]]:
    """Yields every place where text of the assistant may be; None for a step without one. Other people's texts are left out."""
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


async def look_at_history(messages: list, pace: Pace, cleans: bool) -> bool:
    """Returns whether the assistant's texts show markers of Hermes. If so, and if `cleans`, cleans them in place."""
    shown, marked = False, []
    for place in places_in(messages):
        await pace.spend(STEP)
        if shown and not cleans:
            break
        text = text_at(place)
        cuts = await find_markers(text, pace)
        if cuts:
            shown = shown or await shows_hermes(text, cuts, pace)
            marked += [(place, text, cuts)] if cleans and place.is_cleaned else []
    while marked:
        # Freed one by one: freeing a hundred thousand positions takes a while, too.
        place, text, cuts = marked.pop()
        await pace.spend(len(cuts))
        if shown:
            place.holder[place.key] = await clean_stored(text, cuts, pace)
    return shown


class Reply:
    """One reply while it streams."""

    def __init__(self):
        self.filters: dict[int, MarkerFilter] = {}
        # The server reports its tools by events, so it writes no markers.
        self.sends_events = False
        self.hermes = False
        # Markers are expected: Hermes answers, or the chat has shown some. Otherwise what a model wrote stays.
        self.expected = False

    def clean(self, chunk: dict) -> tuple[dict, list[dict]]:
        """Returns the chunk without markers, and their progress events; the very same chunk if there is nothing to change."""
        events: list[dict] = []
        self.hermes = self.hermes or is_hermes(chunk)
        self.expected = self.expected or self.hermes
        choices = [self._clean_choice(choice, i, events) for i, choice in enumerate(chunk["choices"])]
        changed = any(new is not old for new, old in zip(choices, chunk["choices"]))
        return ({**chunk, "choices": choices} if changed else chunk), events

    def _clean_choice(self, choice, position: int, events: list[dict]):
        delta = choice.get("delta") or {} if isinstance(choice, dict) else None
        text = (delta.get("content") or "") if isinstance(delta, dict) else None
        index = choice.get("index", position) if isinstance(choice, dict) else None
        if not isinstance(text, str) or not isinstance(index, int) or (index not in self.filters and len(self.filters) >= 16):
            return choice
        # Held text is released before the text ends, and before a tool call of Open WebUI's own.
        is_last = bool(choice.get("finish_reason") or delta.get("tool_calls"))
        marker_filter = self.filters.setdefault(index, MarkerFilter())
        if not self.sends_events and is_injected(text, self.hermes):
            self.expected = True
            decided = [marker_filter.end_line(), Decided(text, [0, len(text)], "whole")]
        else:
            decided = [marker_filter.push(text)]
        if is_last:
            decided.append(marker_filter.end())
        found = [(each.kind, removed_markers(each.text, each.cuts)) for each in decided if each.cuts]
        self.expected = self.expected or any(HERMES_WORDS.search(markers) for _, markers in found)
        if found and self.expected:
            kept = "".join([left_over(each.text, each.cuts) for each in decided])
            for kind, markers in found:
                events += describe(kind, markers)
        else:
            kept = "".join([each.text for each in decided])
        return choice if kept == text else {**choice, "delta": {**delta, "content": kept}}


def is_hermes(chunk: dict) -> bool:
    return chunk.get("model") == "hermes-agent" or is_hermes_id(chunk.get("id"))


def is_hermes_id(chunk_id) -> bool:
    return isinstance(chunk_id, str) and HERMES_CHUNK_ID.match(chunk_id) is not None


def is_progress(event: dict) -> bool:
    """Returns whether it is data of `event: hermes.tool.progress`; Open WebUI passes on the data without the event's name."""
    return isinstance(event.get("tool"), str) and ("emoji" in event or "status" in event) and "choices" not in event


class Switches(BaseModel):
    relay_progress: bool = Field(default=True, description="Show the page which tools the agent runs. Only the Stream Fixer extension displays it; nothing is stored.")
    clean_history: bool = Field(default=True, description="Remove tool markers from the assistant's earlier messages before a model gets them. Stored chats are not changed.")
    clean_replies: bool = Field(default=True, description="Remove tool markers from replies while they arrive, so that they are neither shown nor stored.")


class Filter:
    class Valves(Switches):
        """For the whole server."""

    class UserValves(Switches):
        """A user's own switches: what is off here is off in that user's chats."""

    def __init__(self):
        self.valves = self.Valves()
        # One instance serves all requests concurrently. Both are stored by request and forgotten with it; one request may
        # call several models, each with a message id of its own.
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
        # The server drops a chat whose filter raises, so none of them ever does: anything odd passes unchanged.
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
        cleans = self._is_on("clean_history", request)
        if isinstance(messages, list) and await look_at_history(messages, Pace(), cleans) and request is not None:
            self.expected[request] = True

    async def stream(self, event: dict, __request__=None, __metadata__: Optional[dict] = None, __event_emitter__=None) -> dict:
        # Without an emitter this is no reply of a chat, but a stream for an API program.
        if not isinstance(event, dict) or __event_emitter__ is None or __request__ is None:
            return event
        try:
            event, progress = self._look_at_event(event, __request__, __metadata__)
        except Exception:
            return event
        pace = Pace()
        for data in progress:
            try:
                # Pages without the extension ignore the type, and the server stores nothing of it.
                await __event_emitter__({"type": "hermes.tool.progress", "data": data})
            except Exception:
                # A missing badge is no reason to break off the reply.
                pass
            if pace.is_due(STEP):
                await asyncio.sleep(0)
        return event

    def _look_at_event(self, event: dict, request, metadata) -> tuple[dict, list[dict]]:
        """Returns the event without markers, and the progress for the page."""
        reply = self._reply(request, metadata)
        relays = self._is_on("relay_progress", request)
        if is_progress(event):
            reply.sends_events = reply.expected = True
            return event, [event] if relays else []
        if not isinstance(event.get("choices"), list) or not self._is_on("clean_replies", request):
            return event, []
        event, events = reply.clean(event)
        return event, events if relays else []


def is_of_program(metadata) -> bool:
    """Returns whether a request belongs to no chat: an API program means to send exactly what it sends."""
    return isinstance(metadata, dict) and "chat_id" in metadata and not metadata["chat_id"]


def describe(kind: str, markers: str) -> list[dict]:
    """Returns markers as progress events: one that Hermes sent reports a tool that starts, any other one is only text."""
    whole = kind == "whole"
    events = [
        {"tool": "", "emoji": emoji, "label": label, "marker": "whole"}
        if whole
        else {"tool": "", "emoji": emoji, "label": label, "marker": "line", "status": "written"}
        for emoji, label in EMOJI_AND_LABEL.findall(markers)
    ]
    events[0]["marker"] = kind
    return events
