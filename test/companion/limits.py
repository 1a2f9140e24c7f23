"""
Tries the companion filter with hostile texts and odd values, in half a minute; answers one object.
Times are those of this thread alone, and the best of several: a busy machine changes little.
"""

import copy
import importlib.util
import inspect
import json
import random
import sys
import time

# The server's own modules would start it.
sys.modules["open_webui"] = None
spec = importlib.util.spec_from_file_location("companion", sys.argv[1])
companion = importlib.util.module_from_spec(spec)
spec.loader.exec_module(companion)

# Twice the text may take twice the time, with some margin; if it is quadratic, it takes four times.
MAX_RATIO = 2.8
# Seconds; shorter times are not compared, as a clock tick or a garbage collection would decide.
TOO_SHORT = 0.001
# A longer time ends the growth of a text, so that a quadratic filter fails in minutes.
TOO_LONG = 2.0

# Beginning, what is repeated, end. The first ones stalled version 1.0.0 for seconds.
TEXTS = [
    ("`💻 ", "a", ""),
    ("`💻 ", "a", "`\n\nx"),
    ("", "Run `npm i` 🎉, see `💻 x` and `y` now.\n\n", ""),
    ("", "`💻 x`\n\n", ""),
    ("", "`💻 x`\n\n\n", ""),
    ("", "w\n`💻 x`\n\n", ""),
    ("", "w\n`💻 x`\n \n`📖 y`\n\n", "`⏰ list`"),
    ("", "Words.\n`⏰ x`\n\n\n", ""),
    ("Words.\n", "`⚙️ x`\n \t\n", ""),
    ("", "`💻 x`\n", ""),
    ("`💻 ", " ", ""),
    ("`💻 ", " ", "`\n"),
    ("`💻 ", "a` ", "`\n"),
    ("`💻 ", "a`b", "`\n"),
    ("`💻 x`\n", " ", ""),
    ("`💻 x`\n", " ", "x"),
    ("", "`💻 x`\n      x\n", ""),
    ("", "`💻\n", ""),
    ("", "`", ""),
    ("", "`\n", ""),
    ("", "\n", ""),
    ("", "\r\n", ""),
    ("`⏰ x`", "\n", "`⏰ x`\n\n"),
    ("", " \t\n", "`⏰ x`"),
    ("`⏰ x`\n\n", " \t\n", "x"),
    ("", "```\n", ""),
    ("", "~~~~\n\n", ""),
    ("", "   ```", ""),
    ("```\n", "   ```", "x\n"),
    ("```", "`", "\n`⏰ x`"),
    ("```\n", "``` \t", "x\n"),
    ("```\n", "`⏰ x`\n\n", ""),
    ("```", "a", "`\n`⏰ x`\n\n"),
    ("", "⏰", ""),
    ("", "`💻", ""),
    ("\n`", "x", ""),
    ("\n`x ", " ", "`\n"),
    ('`🔍 recall: "', '"', "`\n\n"),
    ("`📨 to ", "a:", "`\n\n"),
    ("`📨 to x", ': "', "x`\n\n"),
    ("`📖 ", "/", "`\n\n"),
    ("`📄 a", ".", " `\n\n"),
    ("`🧪 ", "=", "`\n\n"),
    ("Look.\n", "`📖 /x`\n\n", "`⚙️ x`\n\nx"),
    ("", "Look.\n`📖 /x`\n\n", "and"),
    ("Look.", " )", "\n`⏰ list`\n\n"),
]
TOKENS = [
    "\n",
    "\n\n",
    "`",
    "```",
    "~~~",
    " ",
    "\t",
    "`⏰ list`",
    "`💻 ls`\n\n",
    "⏰",
    "\ufe0f",
    "a",
    "x` ",
    "`, ",
    "`💻 ",
    "\r\n",
    "Words.\n",
]
chance = random.Random(15)
TEXTS += [
    ("", "".join(chance.choice(TOKENS) for _ in range(chance.randint(2, 7))), "") for _ in range(8)
]

HERMES_ID = "chatcmpl-" + "a" * 29


class Request:
    """Something that replies can be kept by."""


def fill(text, size):
    beginning, repeated, end = text
    return beginning + repeated * (size // len(repeated)) + end


def cut(text, size):
    return [text[at : at + size] for at in range(0, len(text), size)]


def chunk(text, **more):
    return {"id": HERMES_ID, "choices": [{"index": 0, "delta": {"content": text}}], **more}


async def nobody(_event):
    pass


def run(result):
    """Runs a coroutine to its end. Returns its result."""
    if not inspect.isawaitable(result):
        return result
    while True:
        try:
            result.send(None)
        except StopIteration as end:
            return end.value


# What secrets look like.
SECRETS = [
    "a",
    '"a',
    "a@",
    "eyJ",
    "-eyJabcdef.",
    "://a:",
    "-",
    "token",
    '"token',
    "?token=",
    "sk-",
    '\\"api_key\\":\\"\\\\',
    "aB3",
    "cookie: ",
    '"secret" ',
    "A=",
    "\n ",
    '"\\u0061',
    "bearer =",
]


def through_filter(text, size):
    marker_filter = companion.MarkerFilter()
    for delta in cut(text, size):
        marker_filter.push(delta)
    marker_filter.end()


def through_stream(text, size):
    companion_filter, request = companion.Filter(), Request()
    for delta in cut(text, size):
        run(companion_filter.stream(chunk(delta), request, {"message_id": "m"}, nobody))


def through_inlet(contents):
    messages = [{"role": "assistant", "content": content} for content in contents]
    run(companion.Filter().inlet({"messages": messages}, {"id": "u"}, Request()))


def many_choices(text):
    choices = [{"index": i, "delta": {"content": piece}} for i, piece in enumerate(cut(text, 8))]
    run(companion.Filter().stream({"id": HERMES_ID, "choices": choices}, Request(), {}, nobody))


def parts_of(text):
    parts = [{"type": "text", "text": piece} for piece in cut(text, 8)]
    message = {
        "role": "assistant",
        "content": parts,
        "output": [{"type": "message", "content": parts}],
    }
    run(companion.Filter().inlet({"messages": [message]}, {"id": "u"}, Request()))


# Every entry point for a text, and the longest one tried there: in small pieces, a text costs more.
WAYS = {
    "filter, pieces of 1": (20_000, lambda text: through_filter(text, 1)),
    "filter, pieces of 4": (20_000, lambda text: through_filter(text, 4)),
    "filter, pieces of 1000": (30_000, lambda text: through_filter(text, 1000)),
    "filter, whole": (30_000, lambda text: through_filter(text, len(text))),
    "stream, pieces of 1": (2000, lambda text: through_stream(text, 1)),
    "stream, pieces of 4": (8000, lambda text: through_stream(text, 4)),
    "stream, pieces of 1000": (30_000, lambda text: through_stream(text, 1000)),
    "stream, whole": (30_000, lambda text: through_stream(text, len(text))),
    "stream, a delta that is a marker": (
        30_000,
        lambda text: through_stream("\n`💻 " + text + "`\n", len(text) + 6),
    ),
    "stream, many choices": (20_000, many_choices),
    "inlet, one message": (30_000, lambda text: through_inlet([text])),
    "inlet, pieces of 4": (20_000, lambda text: through_inlet(cut(text, 4))),
    "inlet, pieces of 1000": (30_000, lambda text: through_inlet(cut(text, 1000))),
    "inlet, parts": (20_000, parts_of),
    "line, as marker": (30_000, companion.read_marker),
}


def time_of(work, text):
    start = time.thread_time()
    work(text)
    return time.thread_time() - start


def growth_of(work, text, size):
    """
    How many times as long twice the text takes; None where it is too short to tell. What grows too
    fast has to do so twice in a row: a text that leaves the processor's cache does it once.
    """
    grown = ratio(work, fill(text, size), fill(text, size * 2))
    return (
        grown
        if grown is None or grown <= MAX_RATIO
        else min(grown, ratio(work, fill(text, size * 2), fill(text, size * 4)) or 0)
    )


def ratio(work, short, long):
    """How many times as long the second takes; None where both are too short to tell."""
    best = [TOO_LONG, TOO_LONG * 4]
    for _ in range(6):
        best = [min(old, time_of(work, text)) for old, text in zip(best, (short, long))]
        if best[1] < TOO_SHORT:
            return None
        if best[1] <= MAX_RATIO * best[0] or best[1] > TOO_LONG:
            break
    return best[1] / best[0]


def growth():
    """Every way and text whose time grows faster than the text."""
    found, compared = [], 0
    for name, (size, work) in WAYS.items():
        for text in TEXTS:
            for small in (2000, size):
                grown = growth_of(work, text, small)
                compared += grown is not None
                if grown is not None and grown > MAX_RATIO:
                    found.append([name, text, small, round(grown, 1)])
                    break
    for text in SECRETS:
        grown = growth_of(companion.mask_secrets, ("", text, ""), 4000)
        if grown is not None and grown > MAX_RATIO:
            found.append(["secrets", text, 4000, round(grown, 1)])
    return {"found": found, "compared": compared}


class Rude:
    """Raises whatever is done with it."""

    def rude(self, *_args):
        raise RuntimeError("rude")

    __bool__ = __eq__ = __hash__ = __len__ = __iter__ = __getattr__ = __getitem__ = __call__ = (
        __str__
    ) = rude


def deep():
    value = []
    for _ in range(5000):
        value = [value]
    return value


def endless():
    value = {}
    value["content"] = value["text"] = value["choices"] = [value]
    return value


ABSENT = object()
ODD = [
    ABSENT,
    None,
    True,
    False,
    0,
    -1,
    2**70,
    10**5000,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    "assistant",
    "\ud800",
    "\n`⏰ list`\n",
    "`" * 9,
    b"x",
    (),
    [],
    [[]],
    [None],
    ["x"],
    [{}],
    {},
    {"a": 1},
    {1: 2},
    {"text": "`⏰ list`"},
    set(),
    frozenset(),
    range(3),
    object(),
    Request,
    Rude(),
    [Rude()],
    deep(),
    endless(),
]

STREAM = {
    "event": {
        "id": "c",
        "model": "m",
        "choices": [
            {"index": 0, "delta": {"content": "text", "tool_calls": None}, "finish_reason": None}
        ],
    },
    "__request__": None,
    "__metadata__": {"message_id": "m"},
    "__event_emitter__": nobody,
}
PROGRESS = {**STREAM, "event": {"tool": "t", "emoji": "⏰", "label": "list", "status": "running"}}
OVER = {
    **STREAM,
    "event": {"tool": "t", "toolCallId": "c", "status": "completed"},
    "__body__": {"messages": [{"role": "user", "content": "Hi"}]},
}
QUESTION = {
    **STREAM,
    "event": {
        "event": "approval.request",
        "run_id": "r",
        "request_id": "q",
        "session_id": "s",
        "command": "rm",
        "description": "d",
    },
    "__event_call__": nobody,
    "__model__": {"id": "m", "name": "M", "urlIdx": 0, "info": {"base_model_id": "b"}},
}
STATUS = {**STREAM, "event": {"kind": "k", "text": "t", "hermes": {"failed": True, "error": "e"}}}
MARKERS = "Text\n`⏰ list`\n\n\nMore"
PARTS = [{"type": "text", "text": MARKERS}]
INLET = {
    "body": {
        "messages": [
            {"role": "assistant", "content": MARKERS},
            {
                "role": "assistant",
                "content": PARTS,
                "output": [{"type": "message", "content": PARTS}],
            },
        ]
    },
    "__user__": {"id": "u", "valves": {}},
    "__request__": None,
    "__metadata__": {"chat_id": "c", "message_id": "m"},
}


def paths_in(value, path=()):
    """Every field, from the arguments down."""
    for key in (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    ):
        yield (*path, key)
        yield from paths_in(value[key], (*path, key))


def with_odd(arguments, path, odd):
    result = copy.deepcopy(arguments)
    result["__request__"] = Request()
    holder = result
    for key in path[:-1]:
        holder = holder[key]
    if odd is not ABSENT:
        holder[path[-1]] = odd
    elif len(path) > 1:
        del holder[path[-1]]
    return result


def raises():
    """Every odd value that makes a filter raise, or that costs a later reply its words."""
    found, tried = [], 0
    for name, arguments in (
        ("inlet", INLET),
        *(("stream", each) for each in (STREAM, PROGRESS, OVER, QUESTION, STATUS)),
    ):
        for path in paths_in(arguments):
            for i, odd in enumerate(ODD):
                tried += 1
                companion_filter = companion.Filter()
                given = with_odd(arguments, path, odd)
                try:
                    out = run(getattr(companion_filter, name)(**given))
                    if (
                        len(path) == 1
                        and odd is not ABSENT
                        and path[0] in ("body", "event")
                        and out is not odd
                    ):
                        found.append([name, path, i, "another value came back"])
                    later = run(
                        companion_filter.stream(
                            chunk("words"), Request(), {"message_id": "m"}, nobody
                        )
                    )
                    if later["choices"][0]["delta"]["content"] != "words":
                        found.append([name, path, i, "words were lost"])
                except Exception as error:
                    found.append([name, path, i, type(error).__name__])
    return {"found": found, "tried": tried}


def memory():
    """The most characters that a reply keeps, over all texts and all ways to cut them."""
    most = 0
    for text in TEXTS:
        for size in (1, 4, 1000, 100_000):
            marker_filter = companion.MarkerFilter()
            for i, delta in enumerate(cut(fill(text, 20_000), size)):
                marker_filter.push(delta)
                if size >= 1000 or i % 97 == 0:
                    most = max(
                        most, len("".join(marker_filter.held)), len("".join(marker_filter.line))
                    )
    return most


CHECKS = {"growth": growth, "raises": raises, "memory": memory}
for check in sys.argv[2:] or CHECKS:
    print(json.dumps({check: CHECKS[check]()}), flush=True)
