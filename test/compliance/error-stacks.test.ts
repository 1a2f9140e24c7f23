import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

/** Error reporters drop errors that come from an extension. */
test.each(BROWSERS)(
  "in %s the stacks of errors that natives throw are the page's, without a frame of the hook",
  async (kind) => {
    const seen = await observe(kind, async ({ stream }) => {
      const used = await fetch(stream(1));
      await used.text();
      const foreign = {} as Response;
      const works: Record<string, () => unknown> = {
        method: () => used.clone(),
        getter: () => Reflect.get(Response.prototype, 'url', foreign),
        consumer: () => used.text(),
        address: () => fetch('http://:::'),
        refused: () => fetch('http://127.0.0.1:1/'),
        request: () => fetch('/', { method: 'POST', mode: 'navigate', body: '{"messages":[]}' }),
        unsent: () => new XMLHttpRequest().send(),
        opened: () => new XMLHttpRequest().open('bad method', '/'),
        connecting: () => new WebSocket('ws://127.0.0.1:1/').send('x'),
        beacon: () => navigator.sendBeacon('ftp://x/'),
      };
      const record: Record<string, unknown> = {};
      for (const [name, work] of Object.entries(works)) {
        async function calledByThePage(): Promise<unknown> {
          return work();
        }
        try {
          await calledByThePage();
          record[name] = 'no error';
        } catch (error) {
          // Positions in the page's own code vary with the length of its URL.
          record[name] = ((error as Error).stack ?? '')
            .split('\n')
            .map((line) => line.replace(/:\d+/g, ''));
        }
      }
      return record;
    });

    expect((seen.method as string[])[kind === 'chromium' ? 1 : 0]).toMatch(/method|works/);
  },
);

test.each(BROWSERS)(
  'in %s an error that the page throws itself, called back by a native, keeps its stack',
  async (kind) => {
    await observe(kind, () => {
      function thrownByThePage(): string {
        throw new Error('mine');
      }
      try {
        new XMLHttpRequest().open('GET', { toString: thrownByThePage } as unknown as string);
        return 'no error';
      } catch (error) {
        const lines = ((error as Error).stack ?? '')
          .split('\n')
          .map((line) => line.replace(/:\d+/g, ''));
        return lines[0] + (lines[0]?.startsWith('Error') ? String(lines[1]) : '');
      }
    });
  },
);

/**
 * Chromium lets a page print stacks itself. The first error is the one for which the hook looks
 * where its own code is.
 */
test.each(BROWSERS)(
  'in %s a page that prints stacks itself is shown only its own errors',
  async (kind) => {
    const seen = await observe(kind, () => {
      const shown: string[] = [];
      const print = (error: Error): string => {
        shown.push(error.message);
        return 'printed';
      };
      const errors = Error as unknown as { prepareStackTrace: unknown };
      errors.prepareStackTrace = print;
      const stacks: unknown[] = [];
      for (let i = 0; i < 2; i++) {
        try {
          Reflect.get(Response.prototype, 'url', {});
        } catch (error) {
          stacks.push((error as Error).stack === 'printed');
        }
      }
      return {
        shown,
        stacks,
        kept: errors.prepareStackTrace === print,
        flags: JSON.stringify(Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')),
      };
    });

    expect(seen.kept).toBe(true);
    if (kind === 'chromium') expect(seen.shown).toHaveLength(2);
  },
);
