import type { SentRequest, Traffic } from './traffic.ts';
import {
  decodeText,
  encodeText,
  formAppend,
  formForEach,
  NativeFormData,
  NativeTextDecoder,
} from '../realm/natives.ts';
import { attempt } from '../realm/overlay.ts';

/** A body on its way out. */
export interface SentBody {
  /** The page's very own where nothing was to clean. */
  readonly body: unknown;
  readonly sent: SentRequest | null;
}

/** Fatal: compressed bodies and pictures are no text. A byte order mark stays, so that the bytes do. */
const UTF8 = new NativeTextDecoder('utf-8', { __proto__: null, fatal: true, ignoreBOM: true } as TextDecoderOptions);

/**
 * Cleans a body that can be read in the same tick: a string, bytes of UTF-8, the text fields of a form. Blobs and streams
 * can not; they stay as they are, as does everything else. No code of the page runs.
 */
export function cleanBody(body: unknown, traffic: Traffic): SentBody {
  if (typeof body === 'string') {
    const sent = traffic.cleanRequest(body);
    return { body: sent ? sent.body : body, sent };
  }
  const left = { body, sent: null };
  if (typeof body !== 'object' || body === null || !traffic.on()) return left;
  // The natives themselves know their kind, of whatever realm it is: they throw for another.
  return (
    attempt(() => cleanBytes(body as Uint8Array<ArrayBuffer>, traffic), null) ??
    attempt(() => cleanForm(body as FormData, traffic), left)
  );
}

function cleanBytes(bytes: Uint8Array<ArrayBuffer>, traffic: Traffic): SentBody {
  const text = decodeText(UTF8, bytes);
  const sent = traffic.cleanRequest(text);
  return { body: sent && sent.body !== text ? encodeText(sent.body) : bytes, sent };
}

function cleanForm(form: FormData, traffic: Traffic): SentBody {
  const cleaned = new NativeFormData();
  let changed = false;
  let first: SentRequest | null = null;
  formForEach(form, (value, name) => {
    const sent = typeof value === 'string' ? traffic.cleanRequest(value) : null;
    first ??= sent;
    if (sent && sent.body !== value) changed = true;
    formAppend(cleaned, name, sent ? sent.body : value);
  });
  return { body: changed ? cleaned : form, sent: first };
}
