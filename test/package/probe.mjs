// What every runtime must do alike with the package. Plain JavaScript with web APIs only, so that each can run it.

/** @returns the results, as plain data */
export async function probe(
  { chunks, fixFetch, normalize, normalizer, cleanRequest, diagnose, diagnosisText },
  bodies,
) {
  const replies = {};
  for (const [name, body] of Object.entries(bodies)) {
    const progress = [];
    const response = new Response(inPieces(body, 7), {
      headers: { 'content-type': 'text/event-stream', 'x-of': name },
    });
    const clean = normalize(response, {
      onProgress: ({ status, label }) => void progress.push([status, label]),
    });
    replies[name] = {
      text: await clean.text(),
      header: clean.headers.get('x-of'),
      piped: await new Response(inPieces(body, 100).pipeThrough(normalizer())).text(),
      doctor: diagnosisText(
        await diagnose(new Response(body, { headers: { 'content-type': 'text/event-stream' } })),
      ),
      progress,
    };
  }
  return {
    replies,
    ...(await ends(normalize)),
    calls: await calls(fixFetch, chunks),
    request: cleanRequest(HISTORY),
    blob: cleanRequest(null).body,
  };
}

/** What a program gets of a call that the model wrote as text, and whose arguments the schema of its tool allows. */
async function calls(fixFetch, chunks) {
  const content = '<tool_call>\n{"name":"get_time","arguments":{"zone":"CET"}}\n</tool_call>';
  const said = [{ delta: { content } }, { delta: {}, finish_reason: 'stop' }].map((choice) => ({
    choices: [choice],
  }));
  const body = said.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
  const ask = fixFetch({
    writtenCalls: true,
    fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  });
  const parameters = {
    type: 'object',
    properties: { zone: { type: 'string' } },
    required: ['zone'],
  };
  const tools = [{ type: 'function', function: { name: 'get_time', parameters } }];
  const messages = [{ role: 'user', content: 'What time is it?' }];
  const response = await ask('http://a.test/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify({ model: 'm', stream: true, tools, messages }),
  });
  const got = [];
  for await (const { choices } of chunks(response))
    for (const call of choices[0].delta.tool_calls ?? [])
      got.push(call.function.name, call.function.arguments);
  return got;
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
  return new Response(new ReadableStream({ start, cancel }), {
    headers: { 'content-type': 'text/event-stream' },
  });
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
