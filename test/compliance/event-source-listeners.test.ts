import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s an EventSource calls every kind of listener in the native order, with the native event',
  async (kind) => {
    const seen = await observe(kind, async ({ url }) => {
      const chunk = (content: string): string =>
        JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
      const script = [
        `id: 7\ndata: ${chunk('one')}\n\nevent: named\ndata: ${chunk('two')}\n\nevent: done\ndata: {}\n\n`,
      ];
      const source = new EventSource(url('/events', { script: JSON.stringify(script) }));
      const calls: string[] = [];
      const events: unknown[] = [];
      const note = (who: string) => (event: Event) => {
        const { data, origin, lastEventId, isTrusted, type, eventPhase, target, currentTarget, ports } =
          event as MessageEvent<string>;
        calls.push(`${who} ${type} ${data}`);
        events.push({
          origin,
          lastEventId,
          isTrusted,
          eventPhase,
          ports: ports.length,
          ofSource: [target === source, currentTarget === source, event.composedPath()[0] === source],
          own: Reflect.ownKeys(event).map(String).toSorted(),
          again: (event as MessageEvent<string>).data === data,
        });
      };
      source.addEventListener('message', note('first'));
      source.onmessage = note('property');
      source.addEventListener('message', { handleEvent: note('object') });
      source.addEventListener('message', note('once'), { once: true });
      source.addEventListener('message', note('capture'), true);
      source.addEventListener('named', note('named'));
      const removed = note('removed');
      source.addEventListener('message', removed);
      source.removeEventListener('message', removed);
      await new Promise((resolve) => source.addEventListener('done', resolve));
      source.close();
      const target = new EventTarget();
      let hasPath = false;
      target.addEventListener('any', (event) => (hasPath = event.composedPath()[0] === target));
      target.dispatchEvent(new Event('any'));
      return { calls, events, property: typeof source.onmessage, hasPath };
    });

    expect(seen.hasPath).toBe(true);
    expect(seen.calls).toHaveLength(6);
    expect(seen.events[0]).toMatchObject({
      origin: 'ORIGIN',
      lastEventId: '7',
      isTrusted: true,
      ofSource: [true, true, seen.hasPath],
      own: ['isTrusted'],
      again: true,
    });
  },
);
