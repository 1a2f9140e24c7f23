"""The work of a proxy as people write it before their server: split the lines, load, replace, dump.

Usage: line_proxy.py COMPANION NAME=FILE ...
Prints one JSON object with MB/s: "NAME frame" (one frame a push), "NAME 64k", and "NAME companion": the filter in the
loop of a server that loads and dumps each chunk. The last is missing where pydantic is not installed.
"""

import asyncio
import importlib.util
import json
import re
import sys
import time

MARKER = re.compile(r"\n?`[^\x00-\x7f]{1,4} [^`\n]*`\n?")
MIB = 1024 * 1024


class Proxy:
    def __init__(self):
        self.buffer = b""

    def push(self, data):
        self.buffer += data
        *frames, self.buffer = self.buffer.split(b"\n\n")
        return b"".join(self.clean(frame) for frame in frames)

    def clean(self, frame):
        if frame.startswith(b"event: hermes.tool.progress"):
            return b""
        lines = []
        for line in frame.split(b"\n"):
            if not line.startswith(b"data: ") or line == b"data: [DONE]":
                lines.append(line)
                continue
            chunk = json.loads(line[6:])
            for choice in chunk.get("choices", []):
                content = choice.get("delta", {}).get("content")
                if content:
                    choice["delta"]["content"] = MARKER.sub("", content)
            lines.append(b"data: " + json.dumps(chunk).encode())
        return b"\n".join(lines) + b"\n\n"


def frames_of(data):
    return [frame + b"\n\n" for frame in data.split(b"\n\n") if frame]


def pieces_of(data):
    return [data[at : at + 65536] for at in range(0, len(data), 65536)]


def push_all(pieces):
    proxy = Proxy()
    for piece in pieces:
        proxy.push(piece)


class Request:
    """The filter keeps the state of a reply by its request."""


async def serve(companion, frames):
    request = Request()

    async def emit(event):
        pass

    for frame in frames:
        for line in frame.split(b"\n"):
            if not line.startswith(b"data: {"):
                continue
            event = await companion.stream(json.loads(line[6:]), request, {"message_id": "1"}, emit)
            b"data: " + json.dumps(event).encode()


def companion_from(path):
    spec = importlib.util.spec_from_file_location("companion", path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except ImportError:
        return None
    return module.Filter


def timed(size, work):
    start = time.perf_counter()
    work()
    return size / MIB / (time.perf_counter() - start)


companion, *streams = sys.argv[1:]
Filter = companion_from(companion)
figures = {}
for argument in streams:
    name, path = argument.split("=", 1)
    with open(path, "rb") as file:
        data = file.read()
    frames = frames_of(data)
    figures[name + " frame"] = timed(len(data), lambda: push_all(frames))
    figures[name + " 64k"] = timed(len(data), lambda: push_all(pieces_of(data)))
    if Filter:
        figures[name + " companion"] = timed(len(data), lambda: asyncio.run(serve(Filter(), frames)))
print(json.dumps(figures))
