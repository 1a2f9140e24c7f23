import type { Chunk } from './chunk-reader.ts';
import { PAGE, outcomeOf, type Client } from './client.ts';

/**
 * BetterChatGPT, reimplemented from its src/api/helper.ts and src/hooks/useSubmit.ts: each read is
 * decoded and split at blank lines by itself; what cannot be parsed is prepended to the next read.
 * It does not support calls.
 */
export const betterChatGpt: Client = {
  name: 'BetterChatGPT',
  ...PAGE,
  calls: false,
  read: (reads) =>
    outcomeOf(async (reading) => {
      let partial = '';
      for (const piece of reads) {
        const frames = (partial + new TextDecoder().decode(piece))
          .split('\n\n')
          .filter(Boolean)
          .map(parseFrame);
        partial = '';
        for (const said of frames) {
          if (typeof said === 'string') partial += said;
          else reading.text += said.choices[0]?.delta.content ?? '';
        }
      }
    }),
};

/** @returns the chunk, or its text if that is no JSON; `[DONE]` is such a text, too */
function parseFrame(frame: string): Chunk | string {
  const text = frame.replaceAll(/^data: |\n/gm, '');
  try {
    // Whatever the server sends is taken for a chunk.
    return JSON.parse(text) as Chunk;
  } catch {
    return text;
  }
}
