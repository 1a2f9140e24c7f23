"""Runs the companion filter on jobs, one JSON object a line on standard input; answers one JSON line for each."""

import asyncio
import importlib.util
import json
import sys

spec = importlib.util.spec_from_file_location("companion", sys.argv[1])
companion = importlib.util.module_from_spec(spec)
spec.loader.exec_module(companion)


class Request:
    """Something that replies can be kept by."""


def inlet(job):
    companion_filter = companion.Filter()
    companion_filter.valves = companion.Filter.Valves(**job.get("valves", {}))
    return asyncio.run(companion_filter.inlet(job["body"], {"id": "u"}, Request(), job.get("metadata")))


def stream(job):
    """Streams run at once, step by step; each step is [stream, chunk]. Returns what the server got of each stream."""
    companion_filter = companion.Filter()
    companion_filter.valves = companion.Filter.Valves(**job.get("valves", {}))
    requests, got = {}, {}

    async def step(name, chunk):
        out = got.setdefault(name, {"events": [], "chunks": []})
        request = requests.setdefault(name.split("/")[0], Request())

        async def emitter(event):
            if job.get("broken_emitter"):
                raise ConnectionError("gone")
            out["events"].append(event)

        if request not in companion_filter.user_valves and "user_valves" in job:
            valves = companion.Filter.UserValves(**job["user_valves"])
            await companion_filter.inlet({}, {"id": "u", "valves": valves}, request)
        chat = None if job.get("no_chat") else emitter
        out["chunks"].append(await companion_filter.stream(chunk, request, {"message_id": name}, chat))

    async def run():
        for name, chunk in job["steps"]:
            await step(name, chunk)

    asyncio.run(run())
    return {"got": got, "left": sum(len("".join(f.held)) for r in companion_filter.replies.values() for x in r.values() for f in x.filters.values())}


def forget(job):
    """How many replies are remembered when the request is gone."""
    companion_filter = companion.Filter()
    request = Request()
    asyncio.run(companion_filter.stream(job["chunk"], request, {}, print))
    before = len(companion_filter.replies)
    del request
    return [before, len(companion_filter.replies)]


def pieces(job):
    marker_filter = companion.MarkerFilter()
    out = [piece for delta in job["deltas"] for piece in marker_filter.push(delta)] + marker_filter.end()
    return {
        "text": "".join(piece for piece in out if isinstance(piece, str)),
        "labels": [piece.label for piece in out if isinstance(piece, companion.Marker)],
    }


def stored(job):
    return asyncio.run(companion.clean_stored(job["text"], companion.Pace()))


def shows(job):
    companion.FIRST_LOOK = job.get("first_look", 8192)
    return asyncio.run(companion.shows_markers(job["text"], companion.Pace()))


JOBS = {"shows": shows, "inlet": inlet, "stream": stream, "forget": forget, "pieces": pieces, "stored": stored}
for job_line in sys.stdin:
    parsed = json.loads(job_line)
    print(json.dumps(JOBS[parsed["do"]](parsed)), flush=True)
