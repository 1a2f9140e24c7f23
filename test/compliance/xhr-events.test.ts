import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s listeners run in the order in which the page added them, with their microtasks between',
  async (kind) => {
    const seen = await observe(kind, async ({ stream }) => {
      const xhr = new XMLHttpRequest();
      const log: string[] = [];
      const note = (name: string) => (event: Event) => {
        log.push(`${event.type} ${name}`);
        queueMicrotask(() => log.push(`${event.type} ${name} after`));
      };
      xhr.addEventListener('loadend', note('first'));
      xhr.onloadend = note('handler');
      xhr.open('POST', stream(2));
      xhr.addEventListener('loadend', note('capturing'), true);
      xhr.addEventListener('load', { handleEvent: note('object') });
      xhr.send('{"messages":[]}');
      xhr.addEventListener('loadend', note('late'));
      xhr.onload = note('handler');
      await new Promise((resolve) => xhr.addEventListener('loadend', () => setTimeout(resolve)));
      return log;
    });

    expect(seen.slice(0, 4)).toEqual(['load object', 'load object after', 'load handler', 'load handler after']);
    expect(seen).toHaveLength(12);
  },
);
