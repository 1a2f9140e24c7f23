/** The site of a long run: a page that requests replies in several ways, and a server that knows what it sent. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../fuzz/random.ts';
import { makeReply, type SoakReply } from './soak-replies.ts';

export interface SentReply extends SoakReply {
  /** All of it was sent. */
  whole: boolean;
}

export interface SoakSite {
  readonly origin: string;
  /** By name. */
  readonly sent: ReadonlyMap<string, SentReply>;
  /** Breaks all running streams. @returns how many there were */
  cut(): number;
  close(): void;
}

/** How a page requests a reply. */
export const WAYS = ['fetch', 'xhr', 'event-source'] as const;
export type Way = (typeof WAYS)[number];

export interface SoakPage {
  /** Everything that went wrong from the page's point of view. */
  readonly faults: string[];
  /** Requests a reply, reads it to its end and shows it. */
  ask(name: string, way: Way): Promise<{ text: string; state: 'done' | 'failed' }>;
}

/** Replies that the page keeps on screen. */
const SHOWN = 15;

const SCRIPT = `
window.faults = [];
addEventListener('error', (event) => faults.push('error ' + event.message));
addEventListener('unhandledrejection', (event) => faults.push('rejection ' + event.reason));

function createReader(show) {
  let rest = '';
  let text = '';
  let args = '';
  let done = false;
  const data = (line) => {
    if (line === '[DONE]') { done = true; return; }
    const { delta } = JSON.parse(line).choices[0];
    text += delta.content ?? '';
    for (const call of delta.tool_calls ?? []) args += call.function.arguments ?? '';
    show(text);
  };
  return {
    data,
    push(part) {
      rest += part;
      const frames = rest.split('\\n\\n');
      rest = frames.pop();
      for (const frame of frames) {
        if (/^event:/m.test(frame)) continue;
        const line = frame.split('\\n').find((each) => each.startsWith('data: '));
        if (line) data(line.slice(6));
      }
    },
    result: (state) => ({ text: text + args, state: done ? 'done' : state }),
  };
}

const WAYS = {
  async fetch(url, reader) {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"stream":true,"messages":[]}' });
    const decoder = new TextDecoder();
    for (const from = response.body.getReader(); ; ) {
      const { value, done } = await from.read();
      if (done) return;
      reader.push(decoder.decode(value, { stream: true }));
    }
  },
  xhr(url, reader) {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      let seen = 0;
      request.open('POST', url);
      request.setRequestHeader('content-type', 'application/json');
      request.onprogress = () => {
        reader.push(request.responseText.slice(seen));
        seen = request.responseText.length;
      };
      request.onload = () => { request.onprogress(); resolve(); };
      request.onerror = () => reject(new Error('network'));
      request.send('{"stream":true,"messages":[]}');
    });
  },
  'event-source'(url, reader) {
    return new Promise((resolve, reject) => {
      const source = new EventSource(url);
      source.onmessage = ({ data }) => {
        reader.data(data);
        if (data === '[DONE]') { source.close(); resolve(); }
      };
      source.onerror = () => { source.close(); reject(new Error('network')); };
    });
  },
};

window.ask = async (name, way) => {
  const article = document.createElement('article');
  article.dataset.role = 'assistant';
  const paragraph = article.appendChild(document.createElement('p'));
  document.body.append(article);
  while (document.querySelectorAll('article').length > ${SHOWN}) document.querySelector('article').remove();
  const reader = createReader((text) => { paragraph.textContent = text; });
  try {
    await WAYS[way]('/v1/chat/completions?' + encodeURIComponent(name), reader);
    return reader.result('failed');
  } catch {
    return reader.result('failed');
  }
};
`;

const PAGE = '<!doctype html><title>A long chat</title><script src="/page.js"></script><h1>A long chat</h1>';

/** Starts the site on this machine only, under a name that no permission covers yet. */
export async function serveSoak(): Promise<SoakSite> {
  const sent = new Map<string, SentReply>();
  const open = new Set<ServerResponse>();

  async function reply(name: string, response: ServerResponse): Promise<void> {
    const random = createRandom(`soak ${name}`, 0);
    const made: SentReply = { ...makeReply(random, name), whole: false };
    sent.set(name, made);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    for (const piece of made.pieces) {
      if (response.destroyed) return;
      response.write(piece);
      // Most chunks follow at once, as words do; now and then a tool takes its time.
      await delay(random.oneIn(12) ? random.between(50, 400) : random.below(15));
    }
    if (response.destroyed) return;
    made.whole = true;
    response.end();
  }

  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    request.resume();
    if (pathname === '/v1/chat/completions') {
      open.add(response);
      response.on('close', () => open.delete(response));
      reply(decodeURIComponent(search.slice(1)), response).catch(() => response.destroy());
    } else if (pathname === '/page.js')
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(SCRIPT);
    else if (pathname === '/') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://soak.localhost:${(server.address() as AddressInfo).port}`,
    sent,
    cut() {
      const cut = [...open];
      for (const response of cut) response.destroy();
      return cut.length;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
