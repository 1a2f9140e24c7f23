// The page of the benchmark. `?hook` loads the built hook as the extension does, before anything else, and switches it on
// over the bridge; without it the page's natives stay untouched.
const hooked = new URLSearchParams(location.search).has('hook');
let bridgeMessages = 0;

if (hooked) {
  addEventListener(
    'stream-fixer:port',
    ({ ports: [port] }) => {
      port.onmessage = ({ data }) => {
        bridgeMessages++;
        // Inserted before this script by the server, as the bridge would send it. Without an answer, the hook takes the
        // extension for gone after some seconds.
        if (data.type === 'hello') port.postMessage(hookSettings);
      };
    },
    { once: true },
  );
  addEventListener('stream-fixer:hook-ready', () =>
    dispatchEvent(new MessageEvent('stream-fixer:bridge-ready')),
  );
  document.write('<script src="/page-hook.js"></scr' + 'ipt>');
}

/** The least that a byte stream in page script can do: pass every chunk on. */
window.identity = (response) => {
  const reader = response.body.getReader();
  const stream = new ReadableStream(
    {
      type: 'bytes',
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, response);
};

/** Reads a whole stream. @returns bytes read and milliseconds taken */
window.readAll = async (path) => {
  const start = performance.now();
  const reader = (await fetch(path)).body.getReader();
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
  }
  return { bytes, ms: performance.now() - start, bridgeMessages };
};

/**
 * Reads a stream from memory, where no network hides what the hook costs, and then parses its frames as they were sent.
 * @returns bytes of output, milliseconds of reading, frames and milliseconds of JSON.parse alone
 */
window.readAndParse = async (path) => {
  const sent = await (await fetch(path)).arrayBuffer();
  const url = URL.createObjectURL(new Blob([sent], { type: 'text/event-stream' }));
  const { bytes, ms } = await readAll(url);
  URL.revokeObjectURL(url);
  const frames = new TextDecoder()
    .decode(sent)
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: {'))
    .map((frame) => frame.slice(6));
  const start = performance.now();
  for (const frame of frames) JSON.parse(frame);
  return {
    sent: sent.byteLength,
    bytes,
    ms,
    frames: frames.length,
    parseMs: performance.now() - start,
  };
};

/**
 * Evaluates the hook in fresh realms, at the start of a document, as the extension does: in a document that was open
 * already, the hook would first compare the natives with those of a frame.
 * @param compiled whether the browser may have kept the compiled code of the evaluation before; a process evaluates the
 * hook for the first time without it
 * @returns the milliseconds of each evaluation
 */
window.evaluate = async (times, compiled) => {
  const code = await (await fetch('/page-hook.js')).text();
  const took = [];
  for (let i = 0; i < times; i++) {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    frame.contentDocument.open();
    const source = compiled ? code : `${code}\n// ${i} ${Math.random()}`;
    const start = performance.now();
    frame.contentWindow.eval(source);
    took.push(performance.now() - start);
    frame.remove();
  }
  return took;
};

/** Asks for a reply as Open WebUI's page does; the socket will bring it. */
async function ask() {
  const body = {
    session_id: 's',
    id: '341ff0e8-ce4d-412c-b74e-ba38c68ba70a',
    stream: true,
    model: 'm',
    messages: [],
  };
  await fetch('/api/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/**
 * Reads frames as a page reads them from its socket: the data of an event, then its JSON. Both are timed over stretches
 * of the stream, alternating with the JSON of the frames as they were sent.
 * @returns for each stretch its frames, and milliseconds with reading and for the JSON alone
 */
window.readFrames = async (path, perPiece) => {
  const frames = await (await fetch(path)).json();
  const socket = new WebSocket(
    `${location.origin.replace('http', 'ws')}/ws/socket.io/?EIO=4&transport=websocket`,
  );
  const arrive = (data) => {
    const event = new MessageEvent('message', { data });
    socket.dispatchEvent(event);
    return event;
  };
  const parse = (frame) => (frame.startsWith('42') ? JSON.parse(frame.slice(2)) : null);
  await ask();
  const pieces = [];
  let last = '';
  for (let at = 0; at < frames.length; at += perPiece) {
    const end = Math.min(frames.length, at + perPiece);
    const events = frames.slice(at, end).map(arrive);
    const start = performance.now();
    for (let i = 0; i < events.length; i++) parse((last = events[i].data));
    const read = performance.now();
    for (let i = at; i < end; i++) parse(frames[i]);
    const done = performance.now();
    pieces.push({ frames: end - at, ms: read - start, parseMs: done - read });
    if (pieces.length % 20 === 0) await new Promise((resolve) => setTimeout(resolve)); // lets the browser collect garbage
  }
  socket.close();
  return { pieces, last, sent: frames.at(-1) };
};
