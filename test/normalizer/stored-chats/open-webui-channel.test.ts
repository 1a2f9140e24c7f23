import { expect, test } from 'vitest';
import type { BodyOptions } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { cleanStored } from './check.ts';

const TEXT = 'Let me check.\n`⏰ list`\n\nAll done.';
const CLEAN = 'Let me check.\nAll done.';
const CHANNEL = '/api/v1/channels/3f2b8c1e-7a40-4f0e-9d6b-1c2d3e4f5a6b';
const MESSAGE = '8d1f0a2b-3c4d-4e5f-8a9b-0c1d2e3f4a5b';
const META = { model_id: 'm', done: true };

function item(text: string): object {
  return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
}

function messages(text: string): object[] {
  return [
    {
      id: 'a',
      content: text,
      meta: META,
      data: { output: [item(text), { type: 'function_call', arguments: TEXT }] },
    },
    {
      id: 'b',
      content: TEXT,
      meta: null,
      data: { output: [item(TEXT)] },
      reply_to_message: { id: 'a', content: text, meta: META },
    },
    {
      id: 'c',
      content: TEXT,
      meta: { webhook: {} },
      reply_to_message: { id: 'b', content: TEXT, meta: null },
    },
  ];
}

function clean(
  path: string,
  json: unknown,
  how: Partial<BodyOptions> = {},
): { text: string | undefined; markers: number } {
  let markers = 0;
  const text = cleanStored(`https://chat.example${path}?skip=0&limit=50`, JSON.stringify(json), {
    onStoredMarkers: (found) => (markers += found),
    ...how,
  });
  return { text, markers };
}

test.each([
  `${CHANNEL}/messages`,
  `${CHANNEL}/messages/pinned`,
  `${CHANNEL}/messages/${MESSAGE}/thread`,
])("%s: models' messages are clean, people's stay", (path) => {
  expect(clean(path, messages(TEXT))).toEqual({
    text: JSON.stringify(messages(CLEAN)),
    markers: 1,
  });
});

test('a single message is clean', () => {
  const [first] = [messages(TEXT)[0]];
  expect(clean(`${CHANNEL}/messages/${MESSAGE}`, first)).toEqual({
    text: JSON.stringify(messages(CLEAN)[0]),
    markers: 1,
  });
});

test('a marker at its end, or the beginning of one, waits in a message that is being written', () => {
  const written = (done: boolean, text: string, end = text): object[] => [
    {
      id: 'a',
      content: text,
      meta: { ...META, done },
      data: { output: [item(end), item(text)] },
      reply_to_message: null,
    },
  ];

  for (const begun of ['`', '`⏰', '`⏰ li', '`💻 echo `date` > "a']) {
    expect(
      clean(`${CHANNEL}/messages`, written(false, `Let me check.\n${begun}`, begun)).text,
      begun,
    ).toBe(JSON.stringify(written(false, 'Let me check.', begun)));
    expect(clean(`${CHANNEL}/messages`, written(true, begun)).text, begun).toBe(
      JSON.stringify(written(true, begun)),
    );
  }
  // Seen with 0.12.4: the page opened the thread when no more than the marker had arrived.
  for (const marker of ['`⏰ list`', '`⏰ list`\n']) {
    const unproven = (path: string, json: unknown) =>
      clean(path, json, { expectsMarkers: () => false }).text;
    const list = `${CHANNEL}/messages`;
    expect(unproven(list, written(false, marker))).toBe(JSON.stringify(written(false, '', marker)));
    expect(unproven(list, written(true, marker))).toBe(JSON.stringify(written(true, marker)));
    const data = (text: string, status: string) => ({ output: [{ ...item(text), status }] });
    const single = `${CHANNEL}/messages/${MESSAGE}/data`;
    expect(unproven(single, data(marker, 'in_progress'))).toBe(
      JSON.stringify(data('', 'in_progress')),
    );
    expect(unproven(single, data(marker, 'completed'))).toBe(
      JSON.stringify(data(marker, 'completed')),
    );
    const call = { type: 'function_call', status: 'in_progress' };
    const called = { output: [{ ...item(marker), status: 'completed' }, call] };
    expect(unproven(single, called)).toBe(JSON.stringify(called));
  }
  for (const text of ['Type `⏰', '`npm i', '`⏰\n']) {
    expect(clean(`${CHANNEL}/messages`, written(false, text)).text, text).toBe(
      JSON.stringify(written(false, text)),
    );
  }
});

test("what the page requests separately, to show a model's message, is clean", () => {
  const data = (text: string): object => ({
    files: [{ name: TEXT }],
    output: [item(text), { type: 'function_call', arguments: TEXT }],
  });

  expect(clean(`${CHANNEL}/messages/${MESSAGE}/data`, data(TEXT))).toEqual({
    text: JSON.stringify(data(CLEAN)),
    markers: 1,
  });
  expect(clean(`${CHANNEL}/messages/${MESSAGE}/data`, null).text ?? 'null').toBe('null');
});
