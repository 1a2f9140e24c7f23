// The package's main entry: the normalizer for programs, on the streams of any runtime. Its exports
// are public API.

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
  type NormalizerOptions,
} from './clean-response.ts';
import { checkOptions, OF_REPLIES } from './options.ts';

export type {
  Choice,
  Progress,
  ProgressStatus,
  Provenance,
  Question,
} from '../normalizer/progress/progress-types.ts';
export { chunks, ReplyError } from './chunks.ts';
export { cleanRequest, type CleanedRequest } from './clean-request.ts';
export type { NormalizeOptions, NormalizerOptions } from './clean-response.ts';
export { createNormalizer, type SyncNormalizer } from './core.ts';
export { fixDispatch } from './fix-dispatch.ts';
export { fixFetch, type Fetch, type FixFetchOptions } from './fix-fetch.ts';
export type { RepairId } from './options.ts';

/**
 * Cleans a response to a request for a reply: removes markers and progress events and repairs
 * malformed tool calls; everything else stays byte for byte.
 * @returns the very same response if there is nothing to do: an error, no body, or a content type
 * that is never a reply
 * @throws TypeError for an unknown option or repair, and for a body that was read already
 */
export function normalize(response: Response, options: NormalizeOptions = {}): Response {
  checkOptions(options, OF_REPLIES);
  return cleanResponse(response, options);
}

/** `Uint8Array<ArrayBuffer>`, also before TypeScript 5.7, and without the types of a browser. */
type Bytes = ReturnType<typeof TextEncoder.prototype.encode>;

/**
 * Cleans the bytes of one reply, cut anywhere.
 * @throws TypeError for an unknown option or repair
 */
export function normalizer(options: NormalizerOptions = {}): TransformStream<Uint8Array, Bytes> {
  checkOptions(options, [...OF_REPLIES, 'contentType']);
  const { contentType = 'text/event-stream' } = options;
  const body = replyNormalizer((name) => (name === 'content-type' ? contentType : null), options);
  return body ? bodyTransform(body) : new TransformStream();
}

/**
 * Cleans what Open WebUI sends over one socket.io socket, for a proxy before it.
 * @returns functions for a frame of a WebSocket and for a body of long polling, which return what
 * the page gets
 */
export function socketNormalizer(
  options: Omit<NormalizeOptions, 'repairs' | 'onRepair'> = {},
): Pick<SocketNormalizer, 'receive' | 'receivePayload'> {
  checkOptions(options, ['isHermes', 'onProgress', 'onError']);
  const tell = reportTo(options);
  return createSocketNormalizer({
    expectsMarkers: () => options.isHermes === true,
    report: (_, event) => tell(event),
  });
}
