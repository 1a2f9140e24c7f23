// The package's main entry: the normalizer for programs, on the streams of any runtime. Its exports are public API.

import { bodyTransform } from './body-stream.ts';
import {
  createSocketNormalizer,
  type SocketNormalizer,
} from '../normalizer/socket-io/socket-normalizer.ts';
import {
  cleanResponse,
  replyNormalizer,
  reportTo,
  type NormalizeOptions,
} from './clean-response.ts';

export type {
  Choice,
  Progress,
  ProgressStatus,
  Provenance,
  Question,
} from '../normalizer/progress/progress-types.ts';
export { chunks } from './chunks.ts';
export { cleanRequest, type CleanedRequest } from './clean-request.ts';
export type { NormalizeOptions } from './clean-response.ts';
export { fixDispatch } from './fix-dispatch.ts';
export { fixFetch, type Fetch, type FixFetchOptions } from './fix-fetch.ts';

/** The same for bytes without a response. */
export interface NormalizerOptions extends NormalizeOptions {
  /** Value of the `content-type` header; `text/event-stream` by default. */
  readonly contentType?: string;
}

/**
 * Cleans a response to a request for a reply: removes markers and progress events and repairs malformed tool calls;
 * everything else stays byte for byte.
 * @returns the very same response if there is nothing to do: an error, no body, or a content type that is never a reply
 * @throws TypeError for an unknown repair, and for a body that was read already
 */
export function normalize(response: Response, options: NormalizeOptions = {}): Response {
  return cleanResponse(response, options);
}

/** `Uint8Array<ArrayBuffer>`, also before TypeScript 5.7, and without the types of a browser. */
type Bytes = ReturnType<typeof TextEncoder.prototype.encode>;

/**
 * Cleans the bytes of one reply, cut anywhere.
 * @throws TypeError for an unknown repair
 */
export function normalizer(options: NormalizerOptions = {}): TransformStream<Uint8Array, Bytes> {
  const { contentType = 'text/event-stream' } = options;
  const body = replyNormalizer((name) => (name === 'content-type' ? contentType : null), options);
  return body ? bodyTransform(body) : new TransformStream();
}

/**
 * Cleans what Open WebUI sends over one socket.io socket, for a proxy before it.
 * @returns functions for a frame of a WebSocket and for a body of long polling, which return what the page gets
 */
export function socketNormalizer(
  options: Omit<NormalizeOptions, 'repairs' | 'onRepair'> = {},
): Pick<SocketNormalizer, 'receive' | 'receivePayload'> {
  const tell = reportTo(options);
  return createSocketNormalizer({
    expectsMarkers: () => options.isHermes === true,
    report: (_, event) => tell(event),
  });
}
