import { checkOptions } from './options.ts';
import { OF_A_MODEL } from '../normalizer/requests/asking.ts';
import { cleanRequest as cleanBody } from '../normalizer/requests/request-cleaner.ts';

/** The body of a request, and the findings in it. */
export interface CleanedRequest<Body> {
  /**
   * The very same if there was nothing to remove; else of the same kind: text, bytes, or an object.
   */
  readonly body: Body;
  /** How many markers were removed. */
  readonly markers: number;
  /** It asks an agent or a model for a reply. */
  readonly asksReply: boolean;
  /**
   * The assistant's messages in it show that this chat contains markers of Hermes; see `isHermes`.
   */
  readonly showsMarkers: boolean;
}

/** Bodies that can be read at once; null and undefined: none. */
export type ReadableBody = string | ArrayBuffer | ArrayBufferView | object | null | undefined;

/**
 * Removes markers from the assistant's messages in the body of a request for a reply, which the
 * model would read as its own words. No other message is changed.
 * @param body JSON as text, as UTF-8 bytes or as an object, which stays as it is
 * @param options `isHermes`: as for replies
 * @throws TypeError for any other kind of body, such as a stream or a form, and for an unknown
 * option
 */
export function cleanRequest<Body extends ReadableBody>(
  body: Body,
  options: { readonly isHermes?: boolean } = {},
): CleanedRequest<Body extends string ? string : Body extends ArrayBufferView ? Uint8Array : Body> {
  checkOptions(options, ['isHermes']);
  return cleanSent(body, OF_A_MODEL, options.isHermes);
}

/**
 * Does the same for whatever is sent to an address: only requests for a reply are cleaned.
 * @param url '' if unknown
 */
export function cleanSent<Body extends ReadableBody>(
  body: Body,
  url: string,
  isHermes = false,
): CleanedRequest<Body extends string ? string : Body extends ArrayBufferView ? Uint8Array : Body> {
  const { text, write } = read(body);
  let showsMarkers = false;
  const cleaned =
    text === null
      ? null
      : cleanBody(text, {
          url,
          expectsMarkers: () => isHermes,
          onEvidence: () => void (showsMarkers = true),
        });
  const { markers = 0, asksReply = false } = cleaned ?? {};
  const isSame = !cleaned || cleaned.body === text;
  return { body: (isSame ? body : write(cleaned.body)) as never, markers, asksReply, showsMarkers };
}

interface Read {
  /** Null if there is none. */
  readonly text: string | null;
  /** Writes a text as the body was written. */
  write(text: string): unknown;
}

function read(body: unknown): Read {
  if (body === null || body === undefined) return { text: null, write: same };
  if (typeof body === 'string') return { text: body, write: same };
  if (body instanceof ArrayBuffer)
    return { text: textOfBytes(body), write: (text) => new TextEncoder().encode(text).buffer };
  if (ArrayBuffer.isView(body))
    return { text: textOfBytes(body), write: (text) => new TextEncoder().encode(text) };
  // Forms, blobs and streams have tags of their own.
  const isPlain = /^\[object (?:Object|Array)\]$/.test(Object.prototype.toString.call(body));
  if (isPlain) return { text: JSON.stringify(body) ?? null, write: JSON.parse };
  throw new TypeError(
    'The body of a request is cleaned as text, bytes or an object; read it before, or use fixFetch.',
  );
}

const same = (text: string): string => text;

/** @returns the text of a request; null if it is not UTF-8 */
export function textOfBytes(bytes: ArrayBuffer | ArrayBufferView): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
