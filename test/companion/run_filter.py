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
    return {"got": got, "left": sum(0 if f.passes else len("".join(f.run + f.held)) for r in companion_filter.replies.values() for x in r.values() for f in x.filters.values())}


def sent(job):
    """What the page is sent of one reply behind a history, in order: events, and the chunks that the server got."""
    companion_filter, request, out = companion.Filter(), Request(), []

    async def run():
        async def emitter(event):
            out.append(event)

        await companion_filter.inlet({"messages": job["history"]}, {"id": "u"}, request)
        for chunk in job["chunks"]:
            out.append(await companion_filter.stream(chunk, request, {}, emitter))

    asyncio.run(run())
    return out


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
    out = [marker_filter.push(delta) for delta in job["deltas"]] + [marker_filter.end()]
    return {"text": "".join(companion.left_over(piece.text, piece.cuts) for piece in out), "labels": [event["label"] for piece in out for event in companion.describe(piece, False)]}


def stored(job):
    async def run(text, pace):
        cuts, _ = await companion.find_markers(text, pace, True)
        return await companion.clean_stored(text, cuts, pace) if cuts else text

    return asyncio.run(run(job["text"], companion.Pace()))


def shows(job):
    companion.PACE = job.get("pace", companion.PACE)

    async def run(text, pace):
        return (await companion.find_markers(text, pace, False))[1]

    return asyncio.run(run(job["text"], companion.Pace()))


JOBS = {"sent": sent, "shows": shows, "inlet": inlet, "stream": stream, "forget": forget, "pieces": pieces, "stored": stored}
for job_line in sys.stdin:
    parsed = json.loads(job_line)
    print(json.dumps(JOBS[parsed["do"]](parsed)), flush=True)
