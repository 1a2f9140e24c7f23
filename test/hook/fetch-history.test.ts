import './browser-shape.ts';
import { expect, test } from 'vitest';
import { overlayFetch } from '../../src/hook/transports/fetch.ts';
import { cleanRequest } from '../../src/normalizer/requests/request-cleaner.ts';
import { fakeTraffic } from './fake-traffic.ts';

/**
 * Bodies with one text of the assistant, `«`, and texts of others, `»`, in every shape whose text is not in `messages`.
 */
const BODIES: Readonly<Record<string, string>> = {
  'a chat': '{"messages":[{"role":"user","content":"»"},{"role":"assistant","content":"«"}]}',
  thoughts: '{"messages":[{"role":"assistant","content":"x","reasoning_content":"«"},{"role":"user","content":"»"}]}',
  'a history of Hermes':
    '{"input":"»","conversation_history":[{"role":"assistant","content":"«"},{"role":"user","content":"»"}]}',
  'contents of Gemini': '{"contents":[{"role":"model","parts":[{"text":"«"}]},{"role":"user","parts":[{"text":"»"}]}]}',
  'a history of Cohere':
    '{"message":"»","chat_history":[{"role":"CHATBOT","message":"«"},{"role":"USER","message":"»"}]}',
  'behind a byte order mark': '\ufeff{"messages":[{"role":"assistant","content":"«"},{"role":"user","content":"»"}]}',
};

const MARKED = 'One.\\n\\n`⏰ list`\\n\\nTwo ü.';
const before = (body: string): string => body.replaceAll(/[«»]/g, MARKED);
const after = (body: string): string => body.replaceAll('«', 'One.\\n\\nTwo ü.').replaceAll('»', MARKED);
/** Decoding drops the mark, for a page as for us. */
const marks = /^\ufeff/;

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const text = (sent: unknown): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(sent as Uint8Array);

/** What a call of fetch sends under the overlay. */
async function sendThrough(
  ...args: readonly unknown[]
): Promise<readonly [input: unknown, init: RequestInit | undefined]> {
  let call: readonly [unknown, RequestInit | undefined] | null = null;
  const view = {
    fetch(input: unknown, init?: RequestInit): Promise<Response> {
      call = [input, init];
      return Promise.resolve(new Response('body'));
    },
  };
  overlayFetch(
    view,
    fakeTraffic({
      cleanRequest(body) {
        const cleaned = cleanRequest(body);
        return cleaned && { ...cleaned, message: null };
      },
    }),
  );
  await (view.fetch as (...args: readonly unknown[]) => Promise<Response>)(...args);
  if (!call) throw new Error('nothing was sent');
  return call;
}

test.each(Object.entries(BODIES))(
  '%s is sent cleaned as a string, as bytes, in a form and in a Request',
  async (_name, body) => {
    const [, string] = await sendThrough('/chat', { method: 'POST', body: before(body) });
    expect(string?.body).toBe(after(body));

    const [, array] = await sendThrough('/chat', { method: 'POST', body: bytes(before(body)) });
    expect(text(array?.body)).toBe(after(body));
    const [, buffer] = await sendThrough('/chat', { method: 'POST', body: bytes(before(body)).buffer });
    expect(text(buffer?.body)).toBe(after(body));

    const form = new FormData();
    form.append('data', before(body));
    const [, posted] = await sendThrough('/chat', { method: 'POST', body: form });
    expect((posted?.body as FormData | undefined)?.get('data')).toBe(after(body));

    const [request] = await sendThrough(
      new Request('http://host/', {
        method: 'POST',
        body: before(body),
        headers: { 'content-type': 'application/json' },
      }),
    );
    expect(await (request as Request).text()).toBe(after(body).replace(marks, ''));
  },
);

test.each(Object.entries(BODIES))(
  "%s is sent unchanged if nothing in it is the assistant's, and as a blob",
  async (_name, body) => {
    const kept = before(body.replaceAll('"«"', '"x"').replaceAll('«', 'x'));
    const array = bytes(kept);
    for (const sent of [kept, array]) {
      const [, init] = await sendThrough('/chat', { method: 'POST', body: sent });
      expect(init?.body).toBe(sent);
    }
    const blob = new Blob([before(body)], { type: 'application/json' });
    const [, init] = await sendThrough('/chat', { method: 'POST', body: blob });
    expect(init?.body).toBe(blob);
  },
);
