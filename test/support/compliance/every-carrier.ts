import { expect } from 'vitest';
import type { Kit } from './kit.ts';

/** Sends and receives a reply over every carrier. */
export async function useEveryCarrier({
  url,
  table,
  drain,
}: Kit): Promise<Record<string, unknown>> {
  const chunk = (content: string): string =>
    `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`;
  const text = `${['One.\n', '`⏰ run`\n\n', '\nTwo.'].map(chunk).join('')}data: [DONE]\n\n`;
  const marked = 'One.\n`⏰ run`\n\n\nTwo.';
  const answer = JSON.stringify({
    choices: [{ index: 0, message: { role: 'assistant', content: marked } }],
  });
  const body = JSON.stringify({
    model: 'm',
    messages: [
      { role: 'assistant', content: marked },
      { role: 'user', content: 'go on' },
    ],
  });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const reply = (): Promise<Response> => fetch(url('/stream', { text }));
  const json = (): Promise<Response> =>
    fetch(url('/stream', { type: 'application/json', text: answer }), init);
  /** The words of a stream; null if it is not whole. */
  const words = (frames: string): string | null => {
    if (!frames.endsWith('data: [DONE]\n\n')) return null;
    const contents = frames.match(/"content":"(?:[^"\\]|\\.)*"/g) ?? [];
    return contents
      .map((content) => (JSON.parse(`{${content}}`) as { content: string }).content)
      .join('');
  };
  const sent = (echo: string): string =>
    (JSON.parse((JSON.parse(echo) as { body: string }).body) as { messages: [{ content: string }] })
      .messages[0].content;
  const request = (path: string, ask: (xhr: XMLHttpRequest) => void): Promise<string> =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open('POST', path);
      xhr.setRequestHeader('content-type', 'application/json');
      xhr.onload = () => resolve(xhr.responseText);
      xhr.onerror = () => reject(new Error('network'));
      ask(xhr);
    });
  const frameOf = (data: object): string => `42${JSON.stringify(['events', data])}`;
  const overSocket = (frame: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const address = `${location.origin.replace('http', 'ws')}/ws/?EIO=4&transport=websocket&r=${Math.random()}`;
      const socket = new WebSocket(address);
      const heard: string[] = [];
      socket.addEventListener('open', () => socket.send('42["first"]'));
      socket.addEventListener('message', ({ data }) => {
        heard.push(String(data));
        if (heard.length === 1) return socket.send(frame);
        socket.close();
        resolve(String(data));
      });
      socket.addEventListener('error', () => reject(new Error('socket')));
    });

  return table({
    'fetch, by a reader': async () => words((await drain((await reply()).body!.getReader())).text),
    'fetch, text': async () => words(await (await reply()).text()),
    'fetch, clone': async () => {
      const response = await reply();
      const clone = response.clone();
      return [words(await clone.text()), words(await response.text())].join();
    },
    'fetch, blob': async () => words(await (await (await reply()).blob()).text()),
    'fetch, json': async () =>
      ((await (await json()).json()) as { choices: [{ message: { content: string } }] }).choices[0]
        .message.content,
    'fetch, a string sent': async () => sent(await (await fetch(url('/echo'), init)).text()),
    'fetch, a Request sent': async () =>
      sent(await (await fetch(new Request(url('/echo'), init))).text()),
    'fetch, a Request sent without a type': async () =>
      sent(await (await fetch(new Request(url('/echo'), { method: 'POST', body }))).text()),
    XMLHttpRequest: async () => words(await request(url('/stream', { text }), (xhr) => xhr.send())),
    'XMLHttpRequest, sent': async () => sent(await request(url('/echo'), (xhr) => xhr.send(body))),
    EventSource: () =>
      new Promise((resolve) => {
        const source = new EventSource(url('/events', { script: JSON.stringify([text]) }));
        let frames = '';
        source.addEventListener('message', ({ data }) => {
          frames += `data: ${String(data)}\n\n`;
          if (data !== '[DONE]') return;
          source.close();
          resolve(words(frames));
        });
      }),
    WebSocket: async () => {
      const data = {
        type: 'chat:completion',
        data: { done: true, content: 'One.\n`⏰ run`\n\n\nTwo.' },
      };
      return overSocket(frameOf({ chat_id: 'c', message_id: `m${Math.random()}`, data }));
    },
    'WebSocket, sent': async () => overSocket(frameOf(JSON.parse(body) as object)),
  });
}

const CLEAN = 'One.\n\nTwo.';
/** What `useEveryCarrier` reads where each carrier is cleaned. */
export const EVERY_CARRIER_CLEAN = {
  'fetch, by a reader': CLEAN,
  'fetch, text': CLEAN,
  'fetch, clone': `${CLEAN},${CLEAN}`,
  'fetch, blob': CLEAN,
  'fetch, json': CLEAN,
  'fetch, a string sent': CLEAN,
  'fetch, a Request sent': CLEAN,
  'fetch, a Request sent without a type': CLEAN,
  XMLHttpRequest: CLEAN,
  'XMLHttpRequest, sent': CLEAN,
  EventSource: CLEAN,
  WebSocket: expect.stringContaining('"content":"One.\\n\\nTwo."'),
  'WebSocket, sent': expect.stringContaining(JSON.stringify(CLEAN)),
};

/** @returns the value of each row of a table; of one that failed, how */
export function valuesOf(table: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).map(([row, outcome]) => [
      row,
      (outcome as { value?: unknown }).value ?? outcome,
    ]),
  );
}
