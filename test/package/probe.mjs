// What every runtime must do alike with the package. Plain JavaScript with web APIs only, so that each can run it.

/** @returns the results, as plain data */
export async function probe({ normalize, normalizer, cleanRequest, diagnose, diagnosisText }, bodies) {
  const replies = {};
  for (const [name, body] of Object.entries(bodies)) {
    const progress = [];
    const response = new Response(inPieces(body, 7), {
      headers: { 'content-type': 'text/event-stream', 'x-of': name },
    });
    const clean = normalize(response, { onProgress: ({ status, label }) => void progress.push([status, label]) });
    replies[name] = {
      text: await clean.text(),
      header: clean.headers.get('x-of'),
      piped: await new Response(inPieces(body, 100).pipeThrough(normalizer())).text(),
      doctor: diagnosisText(await diagnose(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))),
      progress,
    };
  }
  return { replies, ...(await ends(normalize)), request: cleanRequest(HISTORY), blob: cleanRequest(null).body };
}

const HISTORY = JSON.stringify({
  messages: [
    { role: 'assistant', content: 'Let me look.\n`💻 terminal`\n\n\nDone.\n`⏰ list`\n\n\nThree.' },
    { role: 'user', content: '`⏰ list`' },
  ],
});

const HELD = 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"a\\n"}}]}\n\n';

/** The results of a source that fails, of one that is cancelled, and of text that waits while nothing arrives. */
async function ends(normalize) {
  let cancelled = '';
  const cut = open((controller) => {
    controller.enqueue(new TextEncoder().encode(HELD));
    setTimeout(() => controller.error(new Error('cut')), 20);
  });
  const error = await readToError(normalize(cut));
  const left = open(
    (controller) => controller.enqueue(new TextEncoder().encode(HELD)),
    (reason) => (cancelled = reason),
  );
  const reader = normalize(left).body.getReader();
  const idle = new TextDecoder().decode((await reader.read()).value);
  await reader.cancel('enough');
  return { cut: error, idle, cancelled };
}

async function readToError(response) {
  const reader = response.body.getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return [text, 'no error'];
      text += new TextDecoder().decode(value);
    }
  } catch (error) {
    return [text, error.message];
  }
}

function open(start, cancel = () => {}) {
  return new Response(new ReadableStream({ start, cancel }), { headers: { 'content-type': 'text/event-stream' } });
}

function inPieces(text, size) {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, (at += size)));
    },
  });
}
