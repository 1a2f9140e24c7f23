/**
 * Requests a reply and passes on its text as it arrives.
 * @param {{ model: string, messages: { role: string, content: string }[] }} chat
 * @param {{ signal: AbortSignal, onStart: () => void, onText: (delta: string) => void }} options
 */
export async function streamReply(chat, { signal, onStart, onText }) {
  const response = await fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...chat, stream: true }),
    signal,
  });
  if (!response.ok) {
    const body = await response.json().catch(() => null);
    throw new Error(body?.error?.message ?? `The server answered ${response.status}.`);
  }

  onStart();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    pending += decoder.decode(value, { stream: true });
    const lines = pending.split(/\r?\n/);
    pending = lines.pop();
    for (const line of lines) {
      if (!line.startsWith('data:')) continue;
      const data = line.slice('data:'.length).trim();
      if (data === '[DONE]') return;
      const chunk = parse(data);
      if (chunk?.error) throw new Error(chunk.error.message ?? 'The agent reported an error.');
      const delta = chunk?.choices?.[0]?.delta?.content;
      if (typeof delta === 'string' && delta !== '') onText(delta);
    }
  }
}

/** The same through a worker. */
export function streamReplyInWorker(chat, { signal, onStart, onText }) {
  const worker = new Worker('/stream-worker.js', { type: 'module' });
  signal.addEventListener('abort', () => worker.postMessage('stop'));
  return new Promise((done, fail) => {
    worker.addEventListener('message', ({ data }) => {
      if (data.type === 'start') onStart();
      else if (data.type === 'text') onText(data.text);
      else if (data.type === 'done') done();
      else fail(data.lost ? new TypeError(data.message) : new Error(data.message));
    });
    worker.addEventListener('error', fail);
    worker.postMessage(chat);
  }).finally(() => worker.terminate());
}

function parse(data) {
  try {
    return JSON.parse(data);
  } catch {
    return null; // An unknown frame: ignored.
  }
}
