import type { SentRequest, Traffic } from './traffic.ts';
import * as natives from '../realm/natives.ts';
import { attempt } from '../realm/overlay.ts';
import { addressOf } from './asked-origin.ts';

/** A body on its way out. */
export interface SentBody {
  /** The page's own if there was nothing to clean. */
  readonly body: unknown;
  readonly sent: SentRequest | null;
}

/**
 * Fatal, as compressed bodies and images are not text. Keeps a byte order mark, so that the bytes
 * stay the same.
 */
const UTF8 = new natives.NativeTextDecoder('utf-8', {
  __proto__: null,
  fatal: true,
  ignoreBOM: true,
} as TextDecoderOptions);

/**
 * Cleans a body that can be read in the same tick: a string, UTF-8 bytes, the text fields of a
 * form. Blobs and streams cannot be read so; they are left alone, as is everything else. Runs no
 * page code.
 * @param asked what the page asks: an address or a Request
 */
export function cleanBody(body: unknown, asked: unknown, traffic: Traffic): SentBody {
  const url = addressOf(asked);
  if (typeof body === 'string') {
    const sent = traffic.cleanRequest(body, url);
    return { body: sent ? sent.body : body, sent };
  }
  const left = { body, sent: null };
  if (typeof body !== 'object' || body === null || !traffic.on()) return left;
  // The natives themselves recognise their kind, from any realm: they throw for another.
  return (
    attempt(() => cleanBytes(body as Uint8Array<ArrayBuffer>, url, traffic), null) ??
    attempt(() => cleanForm(body as FormData, url, traffic), left)
  );
}

/**
 * @param isFile the response names a file, or says how to show one
 * @returns the request that a response answers, as far as it may be a reply to it
 */
export function answered(sent: SentRequest | null, isFile: boolean): SentRequest | null {
  return sent?.isUnknown && isFile ? null : sent;
}

function cleanBytes(bytes: Uint8Array<ArrayBuffer>, url: string, traffic: Traffic): SentBody {
  const text = natives.decodeText(UTF8, bytes);
  const sent = traffic.cleanRequest(text, url);
  return { body: sent && sent.body !== text ? natives.encodeText(sent.body) : bytes, sent };
}

function cleanForm(form: FormData, url: string, traffic: Traffic): SentBody {
  const cleaned = new natives.NativeFormData();
  let changed = false;
  let first: SentRequest | null = null;
  natives.formForEach(form, (value, name) => {
    const sent = typeof value === 'string' ? traffic.cleanRequest(value, url) : null;
    if (!first || (first.isUnknown && sent && !sent.isUnknown)) first = sent;
    if (sent && sent.body !== value) changed = true;
    natives.formAppend(cleaned, name, sent ? sent.body : value);
  });
  return { body: changed ? cleaned : form, sent: first };
}
