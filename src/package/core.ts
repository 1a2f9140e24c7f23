// The core of the package as an entry of its own, for engines without streams: it needs
// `TextEncoder` and `TextDecoder` only, and reads no clock.

import type { NormalizerOptions } from './clean-response.ts';
import { replyNormalizer } from './clean-response.ts';
import { checkOptions, OF_REPLIES } from './options.ts';

export { cleanRequest, type CleanedRequest } from './clean-request.ts';
export type { NormalizeOptions, NormalizerOptions } from './clean-response.ts';
export type { RepairId } from './options.ts';

/** `Uint8Array<ArrayBuffer>`, also before TypeScript 5.7, and without the types of a browser. */
type Bytes = ReturnType<typeof TextEncoder.prototype.encode>;

/** Cleans the bytes of one reply. */
export interface SyncNormalizer {
  /**
   * @param bytes the next ones, cut anywhere; they stay the caller's
   * @returns the bytes that are decided; text that may still become a marker is held, at most 4096
   * characters
   */
  push(bytes: Uint8Array): Bytes;
  /**
   * @param how `cut` if the body broke off
   * @returns the rest
   */
  end(how?: 'cut'): Bytes;
}

/**
 * Creates a normalizer without streams, promises and timers.
 * @throws TypeError for an unknown option or repair
 */
export function createNormalizer(options: NormalizerOptions = {}): SyncNormalizer {
  checkOptions(options, [...OF_REPLIES, 'contentType']);
  const { contentType = 'text/event-stream' } = options;
  const body = replyNormalizer((name) => (name === 'content-type' ? contentType : null), options);
  return {
    push: (bytes) => joined(body ? body.push(bytes.slice()) : [bytes]),
    end: (how) => joined(body ? [body.end(how)] : []),
  };
}

function joined(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
