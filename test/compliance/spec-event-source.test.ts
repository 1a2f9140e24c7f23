/**
 * Server-sent events row by row, each stream cut at random: a page receives the same with the hook.
 * How a source opens and how lines are read is the browser's alone.
 */
import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s every event of a stream is read as natively', async (kind) => {
  const seen = await observe(kind, ({ pieces, table }) => {
    /** Opens a stream, and closes it when its connection ends. */
    const hear = (text: string, query = {}): Promise<unknown> =>
      new Promise((resolve) => {
        const source = new EventSource(pieces({ text, ...query }));
        const received: unknown[] = [];
        const note = ({ type, data, lastEventId, origin }: MessageEvent<string>): void =>
          void received.push([type, data, lastEventId, origin === location.origin]);
        source.onmessage = note;
        for (const type of ['named', 'other', '__proto__', 'hermes.tool.progress'])
          source.addEventListener(type, note);
        source.addEventListener('error', (event) => {
          if ((event as MessageEvent).data === undefined)
            received.push(['the end', source.readyState]);
          source.close();
          resolve(received);
        });
      });
    const chunk = (content: string): string =>
      JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    const tool =
      '{"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c1","status":"completed"}';
    const programs: Record<string, string> = {
      'a reply': `data: ${chunk('one')}\n\ndata: ${chunk('two 🙂')}\n\ndata: [DONE]\n\n`,
      'line ends in a mix': 'data: a\r\ndata: b\rdata: c\n\r\ndata: d\n\n',
      'several lines of data': 'data: a\ndata: b\ndata:\ndata: c\n\n',
      'JSON in several lines':
        'data: {"choices":\ndata: [{"index":0,\ndata: "delta":{"content":"x"}}]}\n\n',
      'empty data': 'data:\n\ndata: \n\n\n\ndata: x\n\n',
      'named events': `event: named\ndata: ${chunk('x')}\n\nevent: other\nevent: named\ndata: y\n\nevent:\ndata: z\n\nevent: __proto__\ndata: w\n\n`,
      'the name of an error': 'data: x\n\nevent: error\ndata: not the end\n\n',
      ids: 'id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\nid: 2\n\ndata: d\n\n',
      'an id with NULL': 'id: 1\ndata: a\n\nid: 2\u00002\ndata: b\n\n',
      'ids of other letters': 'id: …\ndata: a\n\nid: 🙂\ndata: b\n\n',
      'NULL in data': 'data: a\u0000b\n\n\u0000data: c\n\ndata: d\n\n',
      'a long line': `data: ${'x'.repeat(100_000)}\n\ndata: y\n\n`,
      'tool events': `event: hermes.tool.progress\ndata: ${tool}\n\ndata: ${chunk('x')}\n\nevent: hermes.tool.progress\ndata: ${tool}\n\n`,
      'what only resembles a reply': [
        '`⏰ list`',
        'null',
        '[{"choices":[]}]',
        '{"choices":null}',
        '{"query":"\\n`⏰ list`\\n"}',
        tool,
        '{"a":1.0,"b":12345678901234567890,"2":0,"1":0}',
        '{"choices":[{"delta":{"content":"\\n`⏰ list`\\n"}}',
      ]
        .map((data) => `data: ${data}\n\n`)
        .join(''),
      'quotes, tags, separators': 'data: "<b>&amp;\u2028\u2029\u0085\\u000a"\n\n',
    };
    return table({
      ...Object.fromEntries(
        Object.entries(programs).map(([name, text]) => [name, () => hear(text)]),
      ),
      compressed: () => hear(programs['a reply'] ?? '', { gzip: 1 }),
      'broken UTF-8': () => hear('data: \u00e9t\u00e9\n\ndata: \u00ff\n\n', { latin1: 1 }),
    });
  });

  expect(
    Object.entries(seen).filter(
      ([, row]) => typeof row === 'object' && row !== null && 'late' in row,
    ),
  ).toEqual([]);
  expect(seen['several lines of data']).toEqual({
    value: [
      ['message', 'a\nb\n\nc', '', true],
      ['the end', 0],
    ],
  });
});

test.each(BROWSERS)('in %s an EventSource reconnects and closes as natively', async (kind) => {
  const seen = await observe(kind, ({ pieces, url, table, describe }) => {
    const text = 'data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\n';

    return table({
      'again, with the last id': () =>
        new Promise((resolve) => {
          const script = [
            'retry: 20\nid: 7\ndata: LAST\n\ndata: a',
            'data: LAST\n\nid: 8\ndata: b\n\nid\ndata: c\n\n',
            'data: LAST\n\n',
          ];
          const source = new EventSource(
            url('/events', { script: JSON.stringify(script), seed: 3 }),
          );
          const log: unknown[] = [];
          source.onopen = () => log.push('open');
          source.onerror = () => log.push(`error ${source.readyState}`);
          source.onmessage = ({ data, lastEventId }) => {
            log.push([data, lastEventId]);
            if (log.filter((entry) => entry === 'open').length < 3) return;
            source.close();
            resolve(log);
          };
        }),
      'closed in its own event': () =>
        new Promise((resolve) => {
          const source = new EventSource(pieces({ text: text.repeat(20) }));
          let received = 0;
          source.onmessage = () => {
            received += 1;
            source.close();
            setTimeout(() => resolve([received, source.readyState]), 100);
          };
        }),
      'a listener that throws stops no other': () =>
        new Promise((resolve) => {
          const source = new EventSource(pieces({ text: text.repeat(3) }));
          const log: unknown[] = [];
          window.addEventListener('error', (event) => {
            log.push(describe(event.error));
            event.preventDefault();
          });
          source.addEventListener('message', () => {
            throw new RangeError('own');
          });
          source.addEventListener('message', ({ data }) => log.push(data));
          source.onerror = () => {
            source.close();
            resolve(log);
          };
        }),
      'messages made by the page': () => {
        const source = new EventSource(pieces({ text: '', then: 'hold' }));
        const log: unknown[] = [];
        source.onmessage = ({ data, isTrusted }) => log.push([data, isTrusted]);
        source.dispatchEvent(new MessageEvent('message', { data: text }));
        source.dispatchEvent(new MessageEvent('message', { data: { own: true } }));
        source.close();
        return log;
      },
    });
  });

  expect(
    Object.entries(seen).filter(
      ([, row]) => typeof row === 'object' && row !== null && 'late' in row,
    ),
  ).toEqual([]);
  expect(seen['closed in its own event']).toEqual({ value: [1, 2] });
});
