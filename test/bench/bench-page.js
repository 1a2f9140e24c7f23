// The page of the benchmark. `?hook` loads the built hook as the extension does, before anything else, and switches it on
// over the bridge; without it the page's natives stay as they are.
const hooked = new URLSearchParams(location.search).has('hook');
let bridgeMessages = 0;

if (hooked) {
  addEventListener(
    'stream-fixer:port',
    ({ ports: [port] }) => {
      port.onmessage = () => bridgeMessages++;
      port.postMessage({ type: 'settings', enabled: true });
    },
    { once: true },
  );
  addEventListener('stream-fixer:hook-ready', () => dispatchEvent(new MessageEvent('stream-fixer:bridge-ready')));
  document.write('<script src="/page-hook.js"></scr' + 'ipt>');
}

/** The least a byte stream in page script can do: hand every chunk on. */
function identity(response) {
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
}

async function open(path, mode) {
  const response = await fetch(path);
  return mode === 'identity' ? identity(response) : response;
}

/** Reads a whole stream. @returns bytes read and milliseconds taken */
window.readAll = async (path, mode) => {
  const start = performance.now();
  const reader = (await open(path, mode)).body.getReader();
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
  }
  return { bytes, ms: performance.now() - start, bridgeMessages };
};

/** Reads frames that say when they were sent. @returns the delay of each in milliseconds */
window.readTimed = async (path, mode) => {
  const reader = (await open(path, mode)).body.getReader();
  const decoder = new TextDecoder();
  const delays = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const now = performance.timeOrigin + performance.now();
    for (const [, sent] of decoder.decode(value).matchAll(/sent ([\d.]+)/g)) delays.push(now - Number(sent));
  }
  return delays;
};

/** Evaluates the hook in fresh realms. @returns the milliseconds of each evaluation */
window.evaluate = async (times) => {
  const code = await (await fetch('/page-hook.js')).text();
  const took = [];
  for (let i = 0; i < times; i++) {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const start = performance.now();
    frame.contentWindow.eval(code);
    took.push(performance.now() - start);
    frame.remove();
  }
  return took;
};
