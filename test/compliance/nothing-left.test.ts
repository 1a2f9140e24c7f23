/** What a page must not find: changes, names, listeners. */
import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s the document stays as the server sent it until there is a badge to show',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, ask }) => {
      let mutations = 0;
      const observer = new MutationObserver((records) => (mutations += records.length));
      observer.observe(document, {
        childList: true,
        attributes: true,
        characterData: true,
        subtree: true,
      });
      const text = await (await fetch(stream(3))).text();
      await (await fetch('/json', { method: 'POST', body: '{"messages":[]}' })).json();
      for (let i = 0; i < 3; i++) await ask('/json');
      mutations += observer.takeRecords().length;
      return {
        words: text.includes('word 3 '),
        mutations,
        nodes: [...document.querySelectorAll('*')].map(
          ({ nodeName, attributes }) => `${nodeName} ${attributes.length}`,
        ),
        sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
      };
    });

    expect(seen).toEqual({
      words: true,
      mutations: 0,
      nodes: ['HTML 0', 'HEAD 0', 'TITLE 0', 'BODY 0', 'H1 0'],
      sheets: 0,
    });
  },
);

test.each(BROWSERS)('in %s the page finds no names that are not native, anywhere', async (kind) => {
  const seen = await observe(kind, () => {
    const owners = {
      window,
      document,
      navigator,
      Window: Window.prototype,
      Document: Document.prototype,
      Object,
      Function: Function.prototype,
    };
    // Sorted: Firefox creates globals on first use, in that order.
    const names = Object.entries(owners).map(
      ([name, owner]) => [name, Reflect.ownKeys(owner).map(String).toSorted()] as const,
    );
    return {
      names: Object.fromEntries(names),
      enumerable: Object.keys(window).toSorted(),
      storage: [localStorage.length, sessionStorage.length, document.cookie],
    };
  });

  expect(seen.names.window?.length).toBeGreaterThan(500);
  expect(seen.storage).toEqual([0, 0, '']);
  expect(JSON.stringify(seen)).not.toMatch(/stream-?fixer/i);
});

test.each(BROWSERS)(
  'in %s nothing answers the events by which hook and extension connected, and no message passes the page',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, ask }) => {
      const events: string[] = [];
      const native = EventTarget.prototype.dispatchEvent;
      EventTarget.prototype.dispatchEvent = function dispatchEvent(event) {
        if (event.type.includes(':')) events.push(`dispatched ${event.type}`);
        return Reflect.apply(native, this, [event]) as boolean;
      };
      for (const type of [
        'stream-fixer:port',
        'stream-fixer:hook-ready',
        'stream-fixer:bridge-ready',
        'message',
      ]) {
        addEventListener(type, () => events.push(type), true);
      }
      for (const type of ['stream-fixer:hook-ready', 'stream-fixer:bridge-ready'])
        Reflect.apply(native, window, [new MessageEvent(type)]);
      await (await fetch(stream(2))).text();
      for (let i = 0; i < 3; i++) await ask('/json');
      EventTarget.prototype.dispatchEvent = native;
      return events;
    });

    // The page's own two, and no answer.
    expect(seen).toEqual(['stream-fixer:hook-ready', 'stream-fixer:bridge-ready']);
  },
);
