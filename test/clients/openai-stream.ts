import { createChunkReader, type Chunk } from './chunk-reader.ts';
import { outcomeOf, type Client } from './client.ts';
import { openaiOver, QUESTION } from './openai-client.ts';

/** `openai`, its stream of chunks, read as OpenAI's guide to function calling does. */
export const openaiStream: Client = {
  name: 'openai',
  format: 'chat',
  kind: 'library',
  calls: true,
  errors: true,
  read: (reads, contentType) =>
    outcomeOf(async (reading) => {
      const readChunk = createChunkReader(reading);
      const stream = await openaiOver(reads, contentType).chat.completions.create({ ...QUESTION, stream: true });
      // The guide's example takes the types at their word in the same way.
      for await (const chunk of stream) readChunk(chunk as Chunk);
    }),
};
