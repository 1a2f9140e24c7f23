import { fetchEventSource } from '@microsoft/fetch-event-source';
import { createDataReader } from './chunk-reader.ts';
import { LIBRARY, outcomeOf, responseOf, type Client } from './client.ts';
import { withGlobals } from './globals.ts';

/**
 * Reads with `@microsoft/fetch-event-source`, which uses a window and a document when it ends.
 * @param onMessage called with the data of every message; what it throws ends the reading
 */
export async function readEvents(
  reads: readonly Uint8Array[],
  contentType: string,
  onMessage: (data: string) => void,
): Promise<void> {
  await withGlobals({ window: globalThis, document: new EventTarget() }, () =>
    fetchEventSource('http://localhost/v1/chat/completions', {
      openWhenHidden: true,
      fetch: () => Promise.resolve(responseOf(reads, contentType)),
      onmessage: ({ data }) => onMessage(data),
      onerror(error) {
        throw error;
      },
    }),
  );
}

/**
 * `@microsoft/fetch-event-source`: every message is parsed unguarded, as Niek/chatgpt-web does
 * (request.svelte, onmessage).
 */
export const fetchEventSourceClient: Client = {
  name: 'fetch-event-source',
  ...LIBRARY,
  read: (reads, contentType) =>
    outcomeOf((reading) => readEvents(reads, contentType, createDataReader(reading))),
};
