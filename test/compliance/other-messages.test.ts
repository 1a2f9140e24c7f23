import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s the data of events that no socket received is the original value', async (kind) => {
  const seen = await observe(kind, async () => {
    const value = { a: 1 };
    const made = new MessageEvent('message', { data: value });
    const text = new MessageEvent('message', { data: '42["events",{"message_id":1}]', lastEventId: '7' });
    const posted = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
    postMessage('42["events",{"message_id":"`⏰ list`"}]', '*');
    const { port1, port2 } = new MessageChannel();
    const ported = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    port2.postMessage('text');
    return [made.data === value, text.data, text.lastEventId, await posted, await ported, new MessageEvent('x').data];
  });

  expect(seen).toEqual([
    true,
    '42["events",{"message_id":1}]',
    '7',
    '42["events",{"message_id":"`⏰ list`"}]',
    'text',
    null,
  ]);
});
