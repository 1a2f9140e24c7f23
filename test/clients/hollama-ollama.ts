import { PAGE, outcomeOf, streamOf, type Client } from './client.ts';

/**
 * Hollama with an Ollama server, reimplemented from its src/lib/chat/ollama.ts: each read is split
 * into lines by itself, and every line is parsed unguarded. It does not support calls.
 */
export const hollamaOllama: Client = {
  name: 'Hollama',
  ...PAGE,
  format: 'ollama',
  calls: false,
  read: (reads) =>
    outcomeOf(async (reading) => {
      for await (const text of streamOf(reads).pipeThrough(new TextDecoderStream())) {
        for (const line of text.split('\n').filter(Boolean)) {
          const { message } = JSON.parse(line) as { message: { content: string } };
          reading.text += message.content;
        }
      }
    }),
};
