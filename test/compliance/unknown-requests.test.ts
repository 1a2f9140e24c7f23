import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe, observeBoth, type Probe } from '../support/compliance/observe.ts';

/**
 * Asks in a shape that nobody knows, for answers under types that say nothing; all of it runs in
 * the page.
 */
const ask: Probe<Record<string, string>> = async ({ url }) => {
  const deltas = ['One', ' moment.', '\n`⏰ list`\n', '\n\n', 'Two ', 'jobs.'];
  const texts = {
    states: deltas
      .map((_, i) => `${JSON.stringify({ id: 'a', text: deltas.slice(0, i + 1).join('') })}\n`)
      .join(''),
    events: deltas.map((piece) => `data: ${JSON.stringify({ piece })}\n\n`).join(''),
  };
  const body = '{"q":"What jobs are planned?"}';
  const read: Record<string, string> = {};
  for (const [name, text] of Object.entries(texts))
    for (const type of ['application/octet-stream', 'text/plain']) {
      const address = url('/pieces', { type, text });
      const response = await fetch(address, { method: 'POST', body });
      read[`fetch ${name} ${type}`] = await response.text();
      read[`request ${name} ${type}`] = await new Promise((resolve) => {
        const xhr = new XMLHttpRequest();
        let seen = '';
        xhr.open('POST', address);
        xhr.onprogress = () => {
          seen = xhr.responseText.startsWith(seen) ? xhr.responseText : 'changed';
        };
        xhr.onload = () => resolve(xhr.responseText.startsWith(seen) ? xhr.responseText : seen);
        xhr.send(body);
      });
    }
  return read;
};

test.each(BROWSERS)(
  'in %s a stream of messages that answers a request of unknown shape is cleaned, whatever its type',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, ask);

    expect(Object.keys(plain)).toHaveLength(8);
    for (const [name, text] of Object.entries(plain)) {
      expect([name, text]).toEqual([name, expect.stringContaining('`⏰ list`')]);
      expect([name, hooked[name]]).toEqual([name, text.replaceAll('\\n`⏰ list`\\n', '')]);
    }
  },
);

test.each(BROWSERS)('in %s any other answer to it is that of the browser', async (kind) => {
  const seen = await observe(kind, async ({ url }) => {
    const marked = 'One.\n`⏰ list`\n\n\nTwo.';
    const texts = [
      marked,
      `id,text\n1,"${marked}"\n`,
      `${JSON.stringify({ text: marked })}\n`.repeat(3),
      '{"a',
      'data: the jobs\n\n',
      '',
    ];
    const record: unknown[] = [];
    for (const text of texts)
      for (const type of ['application/octet-stream', 'text/plain', 'text/html']) {
        const address = url('/stream', { type, text });
        const post = (): Promise<Response> => fetch(address, { method: 'POST', body: '{"q":1}' });
        const response = await post();
        const { status, redirected, ok, bodyUsed } = response;
        const copy = response.clone();
        const { size, type: blobType } = await (await post()).blob();
        const bytes = [...new Uint8Array(await response.arrayBuffer())].join();
        record.push([status, response.type, response.url, redirected, ok, bodyUsed]);
        record.push([bytes, await copy.text(), size, blobType]);
      }
    return record;
  });

  expect(seen).toHaveLength(36);
});
