/**
 * Reads one reply in a worker: extensions cannot change what a worker fetches, so this is the chat without the
 * extension.
 */
import { streamReply } from './stream.js';

const stopped = new AbortController();

addEventListener('message', async ({ data: chat }) => {
  if (chat === 'stop') return stopped.abort();
  try {
    await streamReply(chat, {
      signal: stopped.signal,
      onStart: () => postMessage({ type: 'start' }),
      onText: (text) => postMessage({ type: 'text', text }),
    });
    postMessage({ type: 'done' });
  } catch (error) {
    postMessage({ type: 'failed', lost: error instanceof TypeError, message: error.message });
  }
});
