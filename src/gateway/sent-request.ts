import { isSignature } from '../lib/signing-headers.ts';
import { addressOf, OF_A_MODEL } from '../normalizer/requests/asking.ts';
import { cleanSent as clean, textOfBytes, type CleanedRequest } from '../package/clean-request.ts';
import type { Head } from './head.ts';

/** A request as it is forwarded. */
export interface SentRequest extends Omit<CleanedRequest<unknown>, 'body'> {
  /** Null: the rest of the request, as it arrives. */
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** As it arrived; null if it was not read, or is no text. */
  readonly text: string | null;
}

/** Longest body that is read as a whole, in bytes; a longer one is streamed through. */
export const MAX_BODY = 32 * 1024 * 1024;

/** What was not read. */
export const UNREAD: SentRequest = {
  body: null,
  text: null,
  markers: 0,
  asksReply: false,
  showsMarkers: false,
};

/** Returns whether the body of a request is to be read as a whole. */
export function mayBeChat(head: Head): boolean {
  const { method, headers } = head;
  if (/^(?:GET|HEAD)$/.test(method) || head.header('content-encoding') !== null) return false;
  if (!/json|^text\/plain|^$/.test(head.header('content-type') ?? '')) return false;
  if (Number(head.header('content-length') ?? 0) > MAX_BODY) return false;
  return !headers.some((name, i) => i % 2 === 0 && isSignature(name, headers[i + 1] ?? ''));
}

/** Removes markers from the history in a body. One without any is forwarded byte for byte. */
export function cleanBody(
  bytes: Uint8Array<ArrayBuffer>,
  { target }: Head,
  isHermes: (body: string | null) => boolean,
): SentRequest {
  const text = textOfBytes(bytes);
  const { body, ...found } = clean(text, addressIn(target), isHermes(text));
  return { ...found, text, body: body === null || body === text ? bytes : body };
}

/** What is behind the gateway is a model, whatever its paths; but some of them only keep things. */
function addressIn(target: string): string {
  return addressOf(target) === 'kept' ? target : OF_A_MODEL;
}
