import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s close ends an EventSource at once and closes the connection', async (kind) => {
  const seen = await observe(kind, async ({ stream, ask }) => {
    const source = new EventSource(stream(3, 'hold'));
    const log: string[] = [];
    source.addEventListener('error', () => log.push('error'));
    await new Promise<void>((resolve) => {
      source.onmessage = (event) => {
        const result: unknown = source.close();
        // Read only now, as by a page that wants one event.
        log.push(`${String(result)} ${source.readyState} ${event.data as string}`);
        resolve();
      };
    });
    const { closed } = (await ask('/closed')) as { closed: boolean };
    source.close();
    return { log, closed, state: source.readyState };
  });

  expect(seen.log).toHaveLength(1);
  expect(seen.log[0]).toMatch(/^undefined 2 \{.*word 1 /);
  expect([seen.closed, seen.state]).toEqual([true, 2]);
});
