"""Runs the companion filter on jobs, one JSON object a line; answers each with one JSON line."""

import asyncio
import hashlib
import importlib.util
import json
import sys
import threading
import time
import types

from aiohttp import ClientSession, web

# The server's own modules would start it. Without them, the filter does as in releases up to 0.9.
sys.modules["open_webui"] = None

spec = importlib.util.spec_from_file_location("companion", sys.argv[1])
companion = importlib.util.module_from_spec(spec)
spec.loader.exec_module(companion)


# Where work was done that reads long texts: in the event loop's own thread, or beside it. Of JSON,
# only long texts count.
WORK = ("mask_secrets", "visible", "read_result")
LONG = 5000
done = {"on_loop": [], "beside": []}


def watched(name, work):
    """Returns the same work, whose thread is noted."""

    def watch(text, *given, **more):
        if name != "loads" or len(text) > LONG:
            is_main = threading.current_thread() is threading.main_thread()
            done["on_loop" if is_main else "beside"].append(name)
        return work(text, *given, **more)

    return watch


for name in WORK:
    setattr(companion, name, watched(name, getattr(companion, name)))
companion.json = types.SimpleNamespace(**vars(json))
companion.json.loads = watched("loads", json.loads)


class Dialog(companion.Dialog):
    """Notes those that there are, so that the time for an answer can end with an event."""

    all = []

    def __init__(self, *given):
        super().__init__(*given)
        self.all.append(self)


companion.Dialog = Dialog


class Request:
    """Something that replies can be kept by."""

    def __init__(self, headers=()):
        self.headers = dict(headers)


def inlet(job):
    companion_filter = companion.Filter()
    companion_filter.valves = companion.Filter.Valves(**job.get("valves", {}))
    return asyncio.run(
        companion_filter.inlet(
            job["body"], {"id": "u"}, Request(job.get("headers", ())), job.get("metadata")
        )
    )


def stream(job):
    """
    Streams run at once, step by step; each step is [stream, chunk]. Returns what the server got of
    each stream.
    """
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
        out["chunks"].append(
            await companion_filter.stream(chunk, request, {"message_id": name}, chat)
        )

    async def run():
        for name, chunk in job["steps"]:
            await step(name, chunk)

    asyncio.run(run())
    return {
        "got": got,
        "left": sum(
            0 if f.passes else len("".join(f.run + f.held))
            for r in companion_filter.replies.values()
            for x in r.values()
            for f in x.filters.values()
        ),
    }


def sent(job):
    """
    What the page is sent of one reply behind a history, in order: events, and the chunks that the
    server got; the history as it is sent; and whether markers are expected at the end.
    """
    companion_filter, request, out = companion.Filter(), Request(), []

    async def run():
        async def emitter(event):
            out.append(event)

        body = {"model": job.get("model", "m"), "messages": job["history"]}
        await companion_filter.inlet(body, {"id": "u"}, request)
        for chunk in job["chunks"]:
            out.append(await companion_filter.stream(chunk, request, {}, emitter))

    asyncio.run(run())
    replies = companion_filter.replies.get(request, {}).values()
    return {
        "history": job["history"],
        "out": out,
        "expected": any(reply.expected for reply in replies),
    }


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
    return {
        "text": "".join(companion.left_over(piece.text, piece.cuts) for piece in out),
        "labels": [event["label"] for piece in out for event in companion.describe(piece, False)],
    }


def stored(job):
    async def run(text, pace):
        cuts, _ = await companion.find_markers(text, pace, True)
        return await companion.clean_stored(text, cuts, pace) if cuts else text

    return asyncio.run(run(job["text"], companion.Pace()))


def media(job):
    return companion.read_media(job["line"])


def shows(job):
    companion.PACE = job.get("pace", companion.PACE)

    async def run(text, pace):
        return (await companion.find_markers(text, pace, False))[1]

    return asyncio.run(run(job["text"], companion.Pace()))


def said(job):
    """
    What status lines say of a reply of which a page is told `reports`; after `take`, what is new so
    far. Returns the lines, and the summary.
    """

    async def run():
        lines, got = companion.Lines(job.get("labels", True)), []
        for report in job["reports"]:
            if report == "take":
                got.append([[each["description"], each["done"]] for each in await lines.take()])
            elif report == "writes":
                lines.goes_on()
            else:
                lines.hear(companion.progress(report))
        lines.end()
        got.append([[each["description"], each["done"]] for each in await lines.take()])
        return {"lines": got, "summary": lines.summary() if lines.calls else ""}

    return asyncio.run(run())


def agent(job):
    """
    Replies of an agent behind a real connection. `steps` are chunks, `{"wait": seconds}` or
    `{"reply": id of the next one}`; `answers` are what people answer, one after another: a value,
    "never", "raises" or `{"after": seconds, "text"}`, and with `ends` nobody has any more time once
    all of them were asked for; `looks` is what the page says of itself, "never" where it shows
    another chat; `asked` is the body of a question about a stored chat.
    With `status_lines`, the server has status lines, such as are not stored if they are "live";
    `outlet` is called by the server, the page, or nobody, as the reply is stopped: then a person
    has `stopped` it, or not. With a `clock`, only the steps `{"passes": seconds}` take time on it.
    If the agent is `prompt`, it is known to record a call as soon as it is over.
    Returns what the page and the agent got, in order; and the work that reads long texts, by where
    it was done.
    """
    for name, value in job.get("limits", {}).items():
        setattr(companion, name, value)
    got = {"events": [], "dialogs": [], "posts": [], "reads": [], "chunks": [], "lines": []}
    for each in [*done.values(), Dialog.all]:
        each.clear()
    metadata, status = job.get("of_chat", {}), job.get("status_lines")
    clock = [1000.0]
    if job.get("clock"):
        companion.time = types.SimpleNamespace(**vars(time))
        companion.time.monotonic = lambda: clock[0]
    looks = iter(job.get("looks", []))
    answers, records = iter(job.get("answers", [])), iter(job.get("records", []))

    async def approve(request):
        got["posts"].append(
            [request.path, request.headers.get("Authorization"), await request.json()]
        )
        leads_to = {"Location": job["leads_to"]} if "leads_to" in job else None
        return web.json_response({}, status=job.get("status", 200), headers=leads_to)

    async def messages(request):
        got["reads"].append([request.path_qs, request.headers.get("Authorization")])
        record = next(records, None)
        if isinstance(record, str):
            return web.Response(text=record, content_type="text/html")
        if record and "slow" in record:
            await asyncio.sleep(record["slow"])
            return web.Response(status=404)
        if record and "redirect" in record:
            return web.Response(status=302, headers={"Location": record["redirect"]})
        await asyncio.sleep(job.get("slow", 0))
        now = time.time()
        entries = [
            {
                **entry,
                "timestamp": now + entry.get("at", 0),
                **({"started_at": now + entry["began"]} if "began" in entry else {}),
            }
            for entry in record or []
        ]
        return web.json_response({"data": entries}, status=200 if record else 404)

    async def call(event):
        if event == companion.LOOK:
            answer = next(looks, True)
        else:
            got["dialogs"].append(event)
            answer = next(answers, "never")
            if job.get("ends") and len(got["dialogs"]) == len(job["answers"]):
                for dialog in Dialog.all:
                    dialog.ends = time.monotonic()
        if answer == "never":
            await asyncio.sleep(3600)
        if answer == "raises":
            raise ConnectionError("gone")
        if isinstance(answer, dict) and "after" in answer:
            await asyncio.sleep(answer["after"])
            answer = answer.get("text", True)
        return answer

    async def emit(event):
        if event["type"] == "status":
            got["lines"].append(["stored", event["data"]["description"], event["data"]["done"]])
        else:
            got["events"].append(event)

    async def show(event):
        await asyncio.sleep(job.get("slow_page", 0))
        got["lines"].append(["shown", event["data"]["description"], event["data"]["done"]])

    class Chats:
        """Of a release whose methods are no coroutines."""

        @staticmethod
        def add_message_status_to_chat_by_id_and_message_id(chat_id, message_id, data):
            got["lines"].append(["kept", data["description"], data["done"]])

        @staticmethod
        def get_message_by_id_and_message_id(chat_id, message_id):
            return {"statusHistory": [line for line in got["lines"] if line[0] != "shown"]}

    if status:
        metadata = {"chat_id": "c", "user_id": "u"}
        sys.modules["open_webui"] = types.ModuleType("open_webui")
        sys.modules["open_webui.models.chats"] = types.SimpleNamespace(Chats=Chats)
        sys.modules["open_webui.socket.main"] = types.SimpleNamespace(
            **({"get_event_emitter": lambda _, update_db: show} if status["live"] else {})
        )

    async def run():
        app = web.Application(client_max_size=9_000_000)
        app.router.add_post("/{path:.*}", approve)
        app.router.add_get("/{path:.*}", messages)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        url = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}{job.get('path', '/v1')}"
        config = types.SimpleNamespace(
            OPENAI_API_BASE_URLS=["http://127.0.0.1:9/v1", url],
            OPENAI_API_KEYS=["other", "key"],
            OPENAI_API_CONFIGS={"1": {"headers": job.get("connection_headers")}},
        )
        request = Request(job.get("headers", ()))
        request.app = types.SimpleNamespace(
            state=types.SimpleNamespace(
                config=config, OPENAI_MODELS={"hermes-agent": {"urlIdx": 1}}
            )
        )
        request.state = types.SimpleNamespace(direct=job.get("direct", False))
        companion_filter = companion.Filter()
        companion_filter.valves = companion.Filter.Valves(**job.get("valves", {}))
        model = job.get("model", {"id": "hermes-agent", "name": "Hermes", "urlIdx": 1})
        body = {"messages": [{"role": "user", "content": "Hi"}]}
        person = {"id": "u", "name": "Ada", "role": job.get("role", "admin")}
        await companion_filter.inlet(body, person, request, {"chat_id": "c"})

        async def feed():
            message_id = "m"
            for step in job["steps"]:
                if "passes" in step:
                    clock[0] += step["passes"]
                    continue
                if "wait" in step or "reply" in step:
                    await asyncio.sleep(step.get("wait", 0))
                    message_id = step.get("reply", message_id)
                    continue
                page = {} if job.get("no_page") else {"__event_call__": call}
                got["chunks"].append(
                    await companion_filter.stream(
                        step,
                        request,
                        {"message_id": message_id, **metadata},
                        None if job.get("no_emitter") else emit,
                        **page,
                        __model__=model,
                        __body__=body if job.get("tells_body") else None,
                    )
                )
            if status and status.get("stopped"):
                asyncio.get_running_loop().call_soon(asyncio.current_task().cancel)
                try:
                    await asyncio.sleep(3600)
                except asyncio.CancelledError:
                    # As the server does.
                    pass
            if status and status["outlet"] == "server":
                got["lines"].append("outlet")
                await companion_filter.outlet(
                    {"chat_id": "c", "id": "m", "messages": []}, {"id": "u"}, request
                )
                got["lines"].append("end")

        if job.get("prompt"):
            companion_filter.prompt[url] = True
        await asyncio.create_task(feed())
        await asyncio.sleep(0)
        if status and status["outlet"] == "page":
            # Asked with a request of its own, as the first of the two that may be; at once by
            # another page that shows the chat, and by one that is late.
            def asked():
                return companion_filter.outlet(
                    {"chat_id": "c", "id": "m", "messages": [{"id": "m"}]},
                    {"id": status.get("user", "u")},
                    Request(),
                )

            told = [*await asyncio.gather(asked(), asked()), await asked()]
            got["kept"] = [done["messages"][0].get("statusHistory") for done in told]
        if "asked" in job:
            got["body"] = await companion_filter.outlet(
                job["asked"], {"id": "u", "role": job.get("role", "admin")}, request, model
            )
        while companion_filter.tasks:
            tasks = [asyncio.wait_for(asyncio.shield(task), 9) for task in companion_filter.tasks]
            await asyncio.gather(*tasks)
        got["unsettled"] = len(companion_filter.unsettled)
        await runner.cleanup()

    asyncio.run(run())
    companion.time = time
    for name in [name for name in sys.modules if name.startswith("open_webui")]:
        del sys.modules[name]
    sys.modules["open_webui"] = None
    return {**got, **{where: sorted(set(names)) for where, names in done.items()}}


def live(job):
    """
    One reply of a real agent, asked as the server does. Returns what pages are told became of each
    call, by its id, and the last status line.
    """
    told, lines = {}, []

    def hear(report):
        if "toolCallId" in report:
            told[report["toolCallId"]] = {**told.get(report["toolCallId"], {}), **report}

    async def emit(event):
        if event["type"] == "status":
            lines.append(event["data"]["description"])
        elif event["type"] == "hermes.tool.progress":
            hear(event["data"])
        elif event["type"] == "hermes.tool.replay":
            for report in event["data"]["events"]:
                hear(report)

    async def show(event):
        await emit(event)

    main = types.SimpleNamespace(get_event_emitter=lambda metadata, update_db: show)
    sys.modules["open_webui"] = types.ModuleType("open_webui")
    sys.modules["open_webui.socket.main"] = main

    async def run():
        request = Request()
        config = types.SimpleNamespace(
            OPENAI_API_BASE_URLS=[job["url"]], OPENAI_API_KEYS=[job["key"]]
        )
        model = {"id": "hermes-agent", "name": "Hermes", "urlIdx": 0}
        request.app = types.SimpleNamespace(
            state=types.SimpleNamespace(config=config, OPENAI_MODELS={"hermes-agent": model})
        )
        companion_filter = companion.Filter()
        body = {
            "model": "hermes-agent",
            "stream": True,
            "messages": [*job.get("earlier", []), {"role": "user", "content": job["question"]}],
        }
        metadata = {"chat_id": "c", "message_id": "m", "user_id": "u"}
        await companion_filter.inlet(body, {"id": "u", "role": "admin"}, request, metadata)

        async def feed():
            async with (
                ClientSession(headers={"Authorization": f"Bearer {job['key']}"}) as session,
                session.post(f"{job['url']}/chat/completions", json=body) as answer,
            ):
                async for raw in answer.content:
                    data = raw.decode().strip().removeprefix("data: ")
                    if data.startswith("{"):
                        await companion_filter.stream(
                            json.loads(data),
                            request,
                            metadata,
                            emit,
                            __model__=model,
                            __body__=body,
                        )

        await asyncio.create_task(feed())
        await asyncio.sleep(0)
        while companion_filter.tasks:
            await asyncio.wait(set(companion_filter.tasks), timeout=9)

    asyncio.run(run())
    for name in [name for name in sys.modules if name.startswith("open_webui")]:
        del sys.modules[name]
    sys.modules["open_webui"] = None
    return {"told": told, "line": lines[-1] if lines else ""}


class Page:
    """
    A page of Open WebUI, with its one dialog. `opens`, `closes`, `shows` and `leaves` are when it
    connects, is closed, and shows the chat; `presses` is how long a person looks at each dialog
    before they answer it, with `confirms`.
    """

    def __init__(self, job, got, began):
        self.job, self.got, self.began = (
            {
                "opens": 0,
                "closes": 99,
                "shows": 0,
                "leaves": 99,
                "hidden": False,
                "looks": True,
                "confirms": True,
                "presses": [],
                **job,
            },
            got,
            began,
        )
        self.callback = None

    def at(self):
        return time.monotonic() - self.began

    def is_open(self):
        return self.job["opens"] <= self.at() < self.job["closes"]

    async def call(self, event):
        never = asyncio.get_running_loop().create_future()
        if not self.is_open():
            return {"error": "Client session disconnected."}
        if not self.job["shows"] <= self.at() < self.job["leaves"]:
            return await never
        if event == companion.LOOK:
            return not self.job["hidden"] if self.job["looks"] else await never
        if self.callback is None:
            self.got["dialogs"].append([self.job["id"], round(self.at(), 2)])
            if self.job["presses"]:
                asyncio.get_running_loop().call_later(self.job["presses"].pop(0), self.press)
        self.callback = never
        return await never

    def press(self):
        callback, self.callback = self.callback, None
        if callback and not callback.done() and self.is_open():
            callback.set_result("allow" if self.job["confirms"] else False)


def pages(job):
    """
    A question to a person with several pages; the step "answered" waits for that. Returns the
    dialogs that were opened and when, the answers, and what each page was told.
    """
    for name, value in job["limits"].items():
        setattr(companion, name, value)
    got = {"dialogs": [], "posts": [], "told": [], "replayed": []}

    async def run():
        shown = [Page(page, got, time.monotonic()) for page in job["pages"]]
        by_id = {page.job["id"]: page for page in shown}

        class Pool:
            def __contains__(self, name):
                return name in by_id and by_id[name].is_open()

        async def get_event_call(metadata):
            return by_id[metadata["session_id"]].call

        async def send(name, envelope, to):
            data = envelope["data"]["data"]
            events = data.get("events", [{"status": data.get("description")}])
            got["replayed"].append([to, [each.get("status") for each in events]])

        async def show(event):
            pass

        async def emit(event):
            got["told"].append(event["data"])

        async def approve(connection, method, path, limit, **more):
            got["posts"].append(more["json"]["choice"])
            return 200, 0, b""

        main = types.SimpleNamespace(
            SESSION_POOL=Pool(),
            get_session_ids_from_room=lambda room: [page for page in by_id if page in Pool()],
            get_event_call=get_event_call,
            get_event_emitter=lambda metadata, update_db: show,
            sio=types.SimpleNamespace(emit=send),
        )
        modules = {
            "open_webui": types.ModuleType("open_webui"),
            "open_webui.socket": types.SimpleNamespace(main=main),
            "open_webui.socket.main": main,
        }
        sys.modules.update(modules)
        companion.Connection.request = approve
        request = Request()
        config = types.SimpleNamespace(
            OPENAI_API_BASE_URLS=["http://agent/v1"], OPENAI_API_KEYS=["key"]
        )
        request.app = types.SimpleNamespace(
            state=types.SimpleNamespace(
                config=config, OPENAI_MODELS={"hermes-agent": {"urlIdx": 0}}
            )
        )
        companion_filter = companion.Filter()
        await companion_filter.inlet(
            {"messages": []}, {"id": "u", "role": "admin"}, request, {"chat_id": "c"}
        )
        metadata = {
            "session_id": job["pages"][0]["id"],
            "user_id": "u",
            "chat_id": "c",
            "message_id": "m",
        }
        for step in job["steps"]:
            if step == "answered":
                while not got["posts"]:
                    await asyncio.sleep(0.01)
            elif "wait" in step:
                await asyncio.sleep(step["wait"])
            else:
                await companion_filter.stream(
                    step,
                    request,
                    metadata,
                    emit,
                    shown[0].call,
                    {"id": "hermes-agent", "name": "Hermes", "urlIdx": 0},
                )
        tasks = [asyncio.wait_for(asyncio.shield(task), 9) for task in companion_filter.tasks]
        await asyncio.gather(*tasks)

    real = companion.Connection.request
    asyncio.run(run())
    companion.Connection.request = real
    for name in [name for name in sys.modules if name.startswith("open_webui")]:
        del sys.modules[name]
    sys.modules["open_webui"] = None
    return got


def session(job):
    try:
        name = companion.session_of(job["messages"])
    except ValueError:
        name = ""
    return [name, "api-" + hashlib.sha256(job["seed"].encode()).hexdigest()[:16]]


def results(job):
    return {
        "masked": [companion.mask_secrets(text) for text in job["texts"]],
        "read": [
            companion.read_result(result, tool or "")
            for result, tool in zip(job["results"], job["tools"])
        ],
    }


def labels(job):
    """What is known of lines that may be markers, and of names of tools and labels."""
    return {
        "markers": [
            [not companion.NOT_WORDED.search(line), not companion.MISFIT.search(line)]
            for line in job["lines"]
        ],
        "calls": [
            [
                companion.COMMANDS.match(name) is not None,
                companion.TEXT_KEY.match(name) is not None,
            ]
            for name in job["names"]
        ],
    }


def threads(job):
    """How many threads read as many long texts as there are calls, all at once."""

    def mask():
        companion.mask_secrets("password is " * 100)
        return threading.get_ident()

    async def run():
        return await asyncio.gather(*(companion.beside(mask) for _ in range(job["calls"])))

    used = set(asyncio.run(run()))
    return {"count": len(used), "on_loop": threading.get_ident() in used}


def dialog(job):
    return companion.Question("r", "q", job["command"], job["reason"]).dialog(
        job["agent"], job["plain"], 240
    )["data"]


JOBS = {
    "agent": agent,
    "live": live,
    "said": said,
    "pages": pages,
    "session": session,
    "results": results,
    "media": media,
    "labels": labels,
    "threads": threads,
    "dialog": dialog,
    "sent": sent,
    "shows": shows,
    "inlet": inlet,
    "stream": stream,
    "forget": forget,
    "pieces": pieces,
    "stored": stored,
}
for job_line in sys.stdin:
    parsed = json.loads(job_line)
    print(json.dumps(JOBS[parsed["do"]](parsed)), flush=True)
