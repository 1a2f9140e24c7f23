import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s an EventSource reconnects with the id of its last event, until it is told to stay away',
  async (kind) => {
    const seen = await observe(kind, async ({ url }) => {
      const chunk = (content: string): string =>
        JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
      const script = [
        `retry: 50\nid: 41\ndata: ${chunk('one ')}\n\n`,
        `data: ${chunk('two LAST ')}\n\nid: 42\ndata: ${chunk('three ')}\n\n`,
        `event: error\ndata: ${chunk('four LAST')}\n\nevent: done\ndata: done\n\n`,
      ];
      const source = new EventSource(url('/events', { script: JSON.stringify(script) }));
      const log: string[] = [`begin ${source.readyState}`];
      source.addEventListener('open', () => log.push(`open ${source.readyState}`));
      source.addEventListener('error', (event) => {
        log.push(
          `error ${source.readyState} ${event instanceof MessageEvent ? (event.data as string) : event.constructor.name}`,
        );
      });
      source.addEventListener('message', (event) => log.push(`${event.lastEventId} ${event.data as string}`));
      await new Promise((resolve) => source.addEventListener('done', resolve));
      source.close();

      const gone = new EventSource(url('/events', { script: '[]' }));
      await new Promise((resolve) => (gone.onerror = resolve));
      return { log, state: source.readyState, gone: gone.readyState };
    });

    expect(seen.log.map((line) => line.replace(/\{.*"content":"([^"]*)".*\}/, '$1'))).toEqual([
      'begin 0',
      'open 1',
      '41 one ',
      'error 0 Event',
      'open 1',
      '41 two 41 ',
      '42 three ',
      'error 0 Event',
      'open 1',
      'error 1 four 42',
    ]);
    expect([seen.state, seen.gone]).toEqual([2, 2]);
  },
);
