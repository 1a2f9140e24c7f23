/**
 * What placing costs in a page that only its text tells apart: a model alone must never freeze it.
 */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serveSite, type Site } from '../screenshots/site.ts';
import type {} from '../screenshots/chat.ts';
import { type BROWSERS, inTurn, sharedBrowser } from '../support/browsers.ts';

let site: Site;

beforeAll(async () => {
  site = await serveSite();
});

afterAll(() => site.close());

type Kind = (typeof BROWSERS)[number];

const WORDS = 'The weather in Oslo is cold today and it rains in the hills around it.';

/** Measures what the badges do, as the page's only user of frames and observers. */
interface Measured {
  /** Longest task of ours, in milliseconds, without the layout of the page that it asked for. */
  longest: number;
  /** Steps through the page and questions about its elements. */
  steps: number;
}

declare const window: Window & { measured: Measured };

async function openChat(kind: Kind): Promise<Page> {
  const page = await (await sharedBrowser(kind)).newPage();
  await page.evaluateOnNewDocument(measure);
  await page.goto(`${site.origin}/test/screenshots/chat.html`);
  await page.waitForFunction(() => 'chat' in window);
  return page;
}

/** Runs in the page, before its scripts. */
function measure(): void {
  const measured = { longest: 0, steps: 0 };
  let isOurs = false;
  (window as unknown as { measured: Measured }).measured = measured;
  let layout = 0;
  const timed =
    <Args extends unknown[]>(work: (...args: Args) => void) =>
    (...args: Args): void => {
      const start = performance.now();
      layout = 0;
      isOurs = true;
      work(...args);
      isOurs = false;
      measured.longest = Math.max(measured.longest, performance.now() - start - layout);
    };
  const frame = requestAnimationFrame;
  globalThis.requestAnimationFrame = (work) => frame(timed(work));
  const Observer = MutationObserver;
  globalThis.MutationObserver = class extends Observer {
    constructor(work: MutationCallback) {
      super(timed(work));
    }
  };
  const layOut = <Result>(ask: () => Result): Result => {
    const start = performance.now();
    const result = ask();
    layout += performance.now() - start;
    return result;
  };
  const watch = (prototype: object, ...names: string[]): void => {
    for (const name of names) {
      const { get, value, ...rest } = Object.getOwnPropertyDescriptor(prototype, name)!;
      function watched(this: unknown, ...args: unknown[]): unknown {
        if (isOurs) measured.steps += 1;
        const ask = (): unknown =>
          (get ?? (value as (...all: unknown[]) => unknown)).apply(this, args as []);
        return name === 'getBoundingClientRect' || name === 'offsetHeight' ? layOut(ask) : ask();
      }
      Object.defineProperty(
        prototype,
        name,
        get ? { ...rest, get: watched } : { ...rest, value: watched },
      );
    }
  };
  watch(TreeWalker.prototype, 'nextNode', 'previousNode');
  watch(Element.prototype, 'matches', 'closest', 'getBoundingClientRect');
  watch(HTMLElement.prototype, 'offsetHeight');
  watch(Node.prototype, 'nextSibling', 'parentElement', 'compareDocumentPosition');
  const styleOf = getComputedStyle;
  globalThis.getComputedStyle = (element) => {
    const style = styleOf(element);
    return new Proxy(style, {
      get: (_, name) => layOut(() => style[name as keyof CSSStyleDeclaration]),
    });
  };
}

/** Content of a reply, built in the page. */
const CONTENTS = {
  'repeated lines': (words: string, count: number) =>
    element('div', ...repeat(count, () => [words, element('br')]).flat()),
  'paragraphs that begin alike': (words: string, count: number) =>
    element('div', ...repeat(count, (i) => element('p', `${words} ${i}`))),
  'siblings of all kinds': (words: string, count: number) =>
    element(
      'div',
      element('p', words),
      ...repeat(count, (i) => element(['p', 'div', 'ul', 'pre'][i % 4]!, `line ${i}`)),
    ),
  'messages that begin alike': (words: string, count: number) =>
    element(
      'div',
      ...repeat(count, (i) => element('section', element('div', element('p', `${words} ${i}`)))),
    ),
  'one word per element': (words: string, count: number) =>
    element(
      'p',
      ...`${words} `
        .repeat(count / 10)
        .split(' ')
        .map((word) => element('span', `${word} `)),
    ),
  'nested quotes': (words: string, count: number) =>
    repeat(Math.min(400, count / 20)).reduce<HTMLElement>(
      (inner) => element('blockquote', inner, words),
      element('p', words),
    ),
};

declare function element(name: string, ...children: (Node | string)[]): HTMLElement;
declare function repeat<T = number>(count: number, make?: (i: number) => T): T[];

const HELPERS = `
  function element(name, ...children) { const made = document.createElement(name); made.append(...children); return made; }
  function repeat(count, make = (i) => i) { return Array.from({ length: count }, (_, i) => make(i)); }
`;

/** A reply with this content runs a tool, and its text grows. */
async function run(
  kind: Kind,
  content: keyof typeof CONTENTS,
  count: number,
): Promise<Measured & { place: string }> {
  const page = await openChat(kind);
  onTestFinished(() => page.close());
  await page.evaluate(
    HELPERS +
      `window.build = ${CONTENTS[content].toString()}; Object.assign(window, { element, repeat });`,
  );
  return page.evaluate(
    async (words, size) => {
      const { chat, build } = window as unknown as Window & {
        build: (words: string, count: number) => HTMLElement;
      };
      const log = document.querySelector('#log')!;
      log.replaceChildren();
      // A box with nothing but the reply would count as the reply: its badges go below it.
      chat.user('How is the weather?');
      Object.assign(window.measured, { longest: 0, steps: 0 });
      chat.badges.startReply(size);
      await chat.settled();
      const content = build(words, size);
      log.append(content);
      // The layout of its content is the page's own work.
      content.getBoundingClientRect();
      chat.badges.beginning(size, words);
      chat.run(size, 0, '💻', 'ls');
      for (let i = 0; i < 10; i++) {
        await chat.settled();
        content.append('And more. ');
        content.getBoundingClientRect();
      }
      await new Promise((done) => setTimeout(done, 300));
      await chat.settled();
      const host = document.querySelector('#log stream-fixer-badges');
      const place = host ? 'text' : chat.shown().length > 0 ? 'corner' : 'nowhere';
      const measured = { ...window.measured, place };
      chat.badges.endReply(size);
      return measured;
    },
    WORDS,
    count,
  );
}

test.each(inTurn(Object.keys(CONTENTS) as (keyof typeof CONTENTS)[]))(
  '%s: a reply of %s is found, at a cost that grows with its size at most',
  async (kind, content) => {
    const small = await run(kind, content, 2000);
    const large = await run(kind, content, 8000);
    console.log(
      `${kind}, 8000 ${content}: ${large.steps} steps, ${large.longest.toFixed(1)} ms in the longest task`,
    );

    expect([small.place, large.place]).toEqual(['text', 'text']);
    expect(large.steps).toBeLessThan(4 * small.steps + 2000);
  },
);
