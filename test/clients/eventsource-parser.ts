import { createParser } from 'eventsource-parser';
import { createDataReader } from './chunk-reader.ts';
import { LIBRARY, outcomeOf, type Client } from './client.ts';

/**
 * `eventsource-parser`, in a page that ignores the name of an event, as the AI SDK's own reader
 * does.
 */
export const eventsourceParser: Client = {
  name: 'eventsource-parser',
  ...LIBRARY,
  read: (reads) =>
    outcomeOf(async (reading) => {
      const readData = createDataReader(reading);
      const parser = createParser({ onEvent: ({ data }) => void readData(data) });
      const decoder = new TextDecoder();
      for (const piece of reads) parser.feed(decoder.decode(piece, { stream: true }));
    }),
};
