import { expect, test } from 'vitest';
import { OF_A_MODEL } from '../../src/normalizer/requests/asking.ts';
import { cleanRequest } from '../../src/normalizer/requests/request-cleaner.ts';
import { createSocketNormalizer } from '../../src/normalizer/socket-io/socket-normalizer.ts';
import { findStoredChats } from '../../src/normalizer/stored-chats/stored-chats.ts';
import { isAnothersModel } from '../../src/normalizer/text/evidence.ts';
import { ARTICLES, deliveriesOf } from './articles.ts';
import { createOpenWebuiClient } from './open-webui/client.ts';
import { GENERATIONS, MESSAGE } from './open-webui/streams.ts';
import { bytesOf, cutsOf, normalizeCut, textOf } from './splits.ts';

// A model that is known as another's writes about Hermes, to the letter: its one text is no
// evidence.

const [ARTICLE] = ARTICLES as [(typeof ARTICLES)[0]];
const ANOTHERS = 'gpt-4o-2024-08-06';

interface Told {
  readonly model: string;
  readonly id?: string;
}

function chat(deltas: readonly string[], { model, id = 'chatcmpl-AbCdEfGh' }: Told): string {
  const frame = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({
      id,
      object: 'chat.completion.chunk',
      created: 1,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
    })}\n\n`;
  const words = deltas.map((content) => frame({ content })).join('');
  return `${frame({ role: 'assistant', content: '' })}${words}${frame({}, 'stop')}data: [DONE]\n\n`;
}

interface Site {
  readonly echoesMarkers?: () => boolean;
}

function isChanged(body: string, contentType = 'text/event-stream', site: Site = {}): boolean {
  let isProven = false;
  const bytes = bytesOf(body);
  return [[], cutsOf(bytes).slice(0, 1)].some((ends) => {
    const left = normalizeCut(bytes, ends, {
      contentType,
      isReply: true,
      sessionId: null,
      expectsMarkers: () => false,
      report: (event) => void (isProven ||= event.type === 'evidence'),
      ...site,
    });
    return isProven || textOf(left.bytes) !== body;
  });
}

test('what a model that is known as another’s writes stays, however it is delivered', () => {
  for (const article of ARTICLES) {
    for (const deltas of deliveriesOf(article))
      expect([deltas, isChanged(chat(deltas, { model: ANOTHERS }))]).toEqual([deltas, false]);
    const message = { role: 'assistant', content: article.text };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const whole = { object: 'chat.completion', created: 1, model: ANOTHERS, choices };
    expect(isChanged(JSON.stringify(whole), 'application/json')).toBe(false);
  }
});

test('Messages and Responses name the model in their first event', () => {
  const said = (events: readonly object[]): string =>
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  for (const model of ['claude-sonnet-4-5', 'm']) {
    const messages = said([
      { type: 'message_start', message: { id: 'msg_1', role: 'assistant', model, content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text: ARTICLE.text },
      },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_stop' },
    ]);
    const responses = said([
      { type: 'response.created', response: { id: 'resp_1', model, output: [] } },
      {
        type: 'response.output_text.delta',
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        delta: ARTICLE.text,
      },
    ]);
    expect([model, isChanged(messages), isChanged(responses)]).toEqual([
      model,
      model === 'm',
      model === 'm',
    ]);
  }
});

test('of a model that may be anybody’s, of Hermes, and behind a reply that begins so, it goes', () => {
  for (const deltas of deliveriesOf(ARTICLE)) {
    expect([deltas, isChanged(chat(deltas, { model: 'm' }))]).toEqual([deltas, true]);
    // Hermes repeats the name that it is asked for.
    const hermes = chat(deltas, { model: ANOTHERS, id: 'chatcmpl-0123456789abcdef0123456789abc' });
    expect([deltas, isChanged(hermes)]).toEqual([deltas, true]);
    const site = { echoesMarkers: () => true };
    const echo = chat(deltas, { model: ANOTHERS });
    expect([deltas, isChanged(echo, 'text/event-stream', site)]).toEqual([deltas, true]);
  }
});

function requestOf(model: string, texts: readonly string[]): string {
  const turn = (content: string): object[] => [
    { role: 'user', content: 'Go on.' },
    { role: 'assistant', content },
  ];
  const messages = [...texts.flatMap(turn), { role: 'user', content: 'Go on.' }];
  return JSON.stringify({ model, messages });
}

test('in a request to such a model one text is none, and is told as a sign; two are evidence', () => {
  for (const { text } of ARTICLES) {
    let signs = 0;
    const options = {
      url: OF_A_MODEL,
      expectsMarkers: () => false,
      onSign: () => void signs++,
    };
    const one = requestOf(ANOTHERS, [text, 'Sure.']);
    expect(cleanRequest(one, options)?.body).toBe(one);
    expect(signs).toBe(1);
    expect(cleanRequest(requestOf(ANOTHERS, [text, text]), options)?.markers).toBe(2);
    expect(cleanRequest(requestOf('m', [text]), options)?.markers).toBe(1);
  }
});

test('in a stored chat it counts who wrote the text', () => {
  for (const model of [ANOTHERS, 'm']) {
    const messages = {
      a: { id: 'a', role: 'user', content: 'q' },
      b: { id: 'b', role: 'assistant', model, content: ARTICLE.text },
    };
    const json = { id: 'c', chat: { history: { messages, currentId: 'b' } } };
    let markers = 0;
    const reply = findStoredChats('/api/v1/chats/all', (found) => void (markers += found), {
      expectsMarkers: () => false,
    });
    reply?.judge({ event: null, json });
    expect([model, markers]).toEqual([model, model === 'm' ? 1 : 0]);
  }
});

test('over the socket of Open WebUI the page knows whom it has asked', () => {
  for (const isAnothers of [true, false])
    for (const { packets } of GENERATIONS)
      for (const [i, deltas] of deliveriesOf(ARTICLE).entries()) {
        // Most servers join deltas, and leave no gap to tell a line from prose.
        if (i === 1 && !isAnothers) continue;
        const [client, plain] = [createOpenWebuiClient(), createOpenWebuiClient()];
        let isProven = false;
        const socket = createSocketNormalizer({
          expectsMarkers: () => false,
          isAnothers: () => isAnothers,
          report: (_, event) => void (isProven ||= event.type === 'evidence'),
        });
        for (const packet of packets(deltas)) {
          client.receive(socket.receive(packet));
          plain.receive(packet);
        }
        socket.miss();
        const [left, sent] = [client, plain].map((one) => one.messages().get(MESSAGE)?.content);
        const isKept = left === sent;
        expect([deltas, isKept, isProven]).toEqual([deltas, isAnothers, !isAnothers]);
      }
});

test('only names of models that nobody gives to Hermes are another’s', () => {
  for (const model of [
    'gpt-4o',
    'gpt-5.2-mini',
    'chatgpt-4o-latest',
    'o3-mini',
    'openai/gpt-4.1',
    'claude-sonnet-4-5',
    'anthropic/claude-opus-4',
    'anthropic.claude-3-5-sonnet-20241022-v2:0',
    'gemini-2.5-pro',
    'models/gemini-2.5-flash',
    'grok-4',
  ])
    expect([model, isAnothersModel(model)]).toEqual([model, true]);
  for (const model of [
    '',
    'hermes-agent',
    'd.hermes-agent',
    'marker-model',
    'm',
    'gpt',
    'claude',
    'my-gpt-4o',
    'NousResearch/Hermes-3-Llama-3.1-8B',
    'llama-3-hermes',
    'o',
    'default',
    'llama3.1:8b',
    'qwen3:32b',
    'assistant',
  ])
    expect([model, isAnothersModel(model)]).toEqual([model, false]);
});
