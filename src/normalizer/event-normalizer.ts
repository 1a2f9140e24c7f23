import type { ReplyOptions } from './reply.ts';

/** Normalizes the events of one EventSource. It never throws; when it fails, data goes on as it came. */
export interface EventNormalizer {
  /**
   * @param event name of the event, null for the default one
   * @returns the data for the page; the very same string when nothing was to do
   */
  receive(event: string | null, data: string): string;
  /** The stream is over, or begins anew. */
  end(): void;
}

/** Creates the normalizer of one EventSource. */
export function createEventNormalizer(_options: ReplyOptions): EventNormalizer {
  return { receive: (_event, data) => data, end() {} };
}
