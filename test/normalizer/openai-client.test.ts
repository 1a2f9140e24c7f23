import { readFileSync } from 'node:fs';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { readResponse } from '../../src/cli/http-response.ts';
import { endsEvery, normalizeCut } from './splits.ts';

interface Recorded {
  readonly raw: Uint8Array;
  readonly clean: Uint8Array;
}

function recorded(name: string): Recorded {
  const { body, contentType, sessionId } = readResponse(readFileSync(new URL(`../recordings/hermes/${name}.txt`, import.meta.url)));
  return { raw: body, clean: normalizeCut(body, endsEvery(body.length, 50), { contentType, sessionId }).bytes };
}

/** What the OpenAI client for Node makes of a body: its text, and the chunks without choices. */
async function readByClient(body: Uint8Array): Promise<{ text: string; strange: number }> {
  const client = new OpenAI({
    apiKey: 'none',
    baseURL: 'http://localhost/v1',
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response(new Uint8Array(body), { headers: { 'content-type': 'text/event-stream' } })),
  });
  const stream = await client.chat.completions.create({ model: 'hermes-agent', stream: true, messages: [{ role: 'user', content: 'go' }] });
  let text = '';
  let strange = 0;
  for await (const chunk of stream) {
    if (!Array.isArray(chunk.choices)) strange++;
    else text += chunk.choices[0]?.delta.content ?? '';
  }
  return { text, strange };
}

test('the OpenAI client reads a cleaned stream of Hermes 0.19 as plain chunks', async () => {
  const expected = { text: '\n\nNow a failing one. \n\nFinished `three` calls. ', strange: 0 };
  expect(await readByClient(recorded('v0.19-chat-scenario-2').clean)).toEqual(expected);
});

test('the OpenAI client stumbles over the same stream as it was sent', async () => {
  const { strange } = await readByClient(recorded('v0.19-chat-scenario-2').raw);
  expect(strange).toBe(6);
});

test('the OpenAI client reads a cleaned stream of Hermes 0.8 without markers', async () => {
  const { clean, raw } = recorded('v0.8-chat-scenario-1');
  expect(await readByClient(clean)).toEqual({ text: 'Let me check. \n\nAll done: it printed the year. ', strange: 0 });
  expect((await readByClient(raw)).text).toContain('`💻 echo');
});
