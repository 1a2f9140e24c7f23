/** The standard of server-sent events row by row, each stream cut at random: a page receives the same with the hook. */
import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s every line of an event stream is read as natively', async (kind) => {
  const seen = await observe(kind, ({ pieces, table }) => {
    /** Opens a stream, and closes it when its connection ends. */
    const hear = (text: string, query = {}): Promise<unknown> =>
      new Promise((resolve) => {
        const source = new EventSource(pieces({ text, ...query }));
        const received: unknown[] = [];
        const note = ({ type, data, lastEventId, origin }: MessageEvent<string>): void =>
          void received.push([type, data, lastEventId, origin === location.origin]);
        source.onmessage = note;
        for (const type of ['named', 'other', '__proto__', 'hermes.tool.progress']) source.addEventListener(type, note);
        source.addEventListener('error', (event) => {
          if ((event as MessageEvent).data === undefined) received.push(['the end', source.readyState]);
          source.close();
          resolve(received);
        });
      });
    const chunk = (content: string): string =>
      JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    const tool = '{"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c1","status":"completed"}';
    const programs: Record<string, string> = {
      'a reply': `data: ${chunk('one')}\n\ndata: ${chunk('two 🙂')}\n\ndata: [DONE]\n\n`,
      CR: `data: ${chunk('one')}\r\rdata: x\r\r`,
      'CR LF': `data: ${chunk('one')}\r\n\r\ndata: x\r\n\r\n`,
      'line ends in a mix': 'data: a\r\ndata: b\rdata: c\n\r\ndata: d\n\n',
      'several lines of data': 'data: a\ndata: b\ndata:\ndata: c\n\n',
      'JSON in several lines': 'data: {"choices":\ndata: [{"index":0,\ndata: "delta":{"content":"x"}}]}\n\n',
      'spaces behind the colon': 'data:a\n\ndata: b\n\ndata:  c\n\ndata:\td\n\n',
      'no colon': 'data\n\ndata\ndata\n\ndata:x\n\n',
      'empty data': 'data:\n\ndata: \n\n\n\ndata: x\n\n',
      comments: ': keepalive\n\n:\n:data: no\ndata: x\n: y\n\n',
      'unknown fields': 'foo: bar\ndata: x\nDATA: y\n data: z\ndata : w\ndatas: v\n\n',
      'named events': `event: named\ndata: ${chunk('x')}\n\nevent: other\nevent: named\ndata: y\n\nevent:\ndata: z\n\nevent: __proto__\ndata: w\n\n`,
      'a name lasts for one event': 'event: named\n\ndata: x\n\n',
      'the name of an error': 'data: x\n\nevent: error\ndata: not the end\n\n',
      ids: 'id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\nid: 2\n\ndata: d\n\n',
      'an id with NULL': 'id: 1\ndata: a\n\nid: 2\u00002\ndata: b\n\n',
      'ids of other letters': 'id: …\ndata: a\n\nid: 🙂\ndata: b\n\n',
      'NULL in data': 'data: a\u0000b\n\n\u0000data: c\n\ndata: d\n\n',
      'wrong times to wait': 'retry: x\nretry: -1\nretry: 1.5\nretry:\nretry: 1e3\ndata: x\n\n',
      'one byte order mark': '\ufeffdata: x\n\n\ufeffdata: y\n\ndata: z\n\n',
      'two byte order marks': '\ufeff\ufeffdata: x\n\ndata: y\n\n',
      'an end in the middle of an event': 'data: x\n\ndata: never',
      'an end before the blank line': 'data: x\n\ndata: never\n',
      'an end behind a lone CR': 'data: x\r\r',
      nothing: '',
      'only blank lines': '\n\n\r\r\n\n',
      'a long line': `data: ${'x'.repeat(100_000)}\n\ndata: y\n\n`,
      'tool events': `event: hermes.tool.progress\ndata: ${tool}\n\ndata: ${chunk('x')}\n\nevent: hermes.tool.progress\ndata: ${tool}\n\n`,
      'what only resembles a reply': [
        '`⏰ list`',
        'null',
        '[{"choices":[]}]',
        '{"choices":null}',
        '{"content":"\\n`⏰ list`\\n"}',
        tool,
        '{"a":1.0,"b":12345678901234567890,"2":0,"1":0}',
        '{"choices":[{"delta":{"content":"\\n`⏰ list`\\n"}}',
      ]
        .map((data) => `data: ${data}\n\n`)
        .join(''),
      'quotes, tags, separators': 'data: "<b>&amp;\u2028\u2029\u0085\\u000a"\n\n',
    };
    return table({
      ...Object.fromEntries(Object.entries(programs).map(([name, text]) => [name, () => hear(text)])),
      compressed: () => hear(programs['a reply'] ?? '', { gzip: 1 }),
      'broken UTF-8': () => hear('data: \u00e9t\u00e9\n\ndata: \u00ff\n\n', { latin1: 1 }),
      'a charset': () => hear('data: x\n\n', { type: 'text/event-stream;charset=UTF-8' }),
      'another charset': () => hear('data: é\n\n', { type: 'text/event-stream;charset=windows-1252' }),
      'other parameters': () => hear('data: x\n\n', { type: 'Text/Event-Stream; hello=world' }),
    });
  });

  expect(Object.entries(seen).filter(([, row]) => typeof row === 'object' && row !== null && 'late' in row)).toEqual(
    [],
  );
  expect(seen['several lines of data']).toEqual({
    value: [
      ['message', 'a\nb\n\nc', '', true],
      ['the end', 0],
    ],
  });
});

test.each(BROWSERS)('in %s an EventSource opens, fails, reconnects and closes as natively', async (kind) => {
  const seen = await observe(kind, ({ pieces, url, elsewhere, table, outcome, describe }) => {
    const facts = (source: EventSource): unknown => [
      source.url.replace(/seed=\d+/, ''),
      source.readyState,
      source.withCredentials,
    ];
    /** Its events until its first error, or its first message. */
    const first = (address: string, init?: EventSourceInit): Promise<unknown> =>
      new Promise((resolve) => {
        const source = new EventSource(address, init);
        const log: unknown[] = [facts(source)];
        for (const type of ['open', 'message', 'error'] as const) {
          source.addEventListener(type, (event) => {
            log.push([type, event.constructor.name, event.isTrusted, event.bubbles, event.cancelable, facts(source)]);
            if (type === 'open') return;
            source.close();
            log.push(facts(source));
            resolve(log);
          });
        }
      });
    const text = 'data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\n';

    return table({
      'one that opens': () => first(pieces({ text })),
      'one that asks with cookies': () => first(pieces({ text }), { withCredentials: true }),
      'statuses that end it': () =>
        Promise.all([201, 204, 205, 400, 404, 500, 503].map((code) => first(pieces({ text, code })))),
      'types that end it': () =>
        Promise.all(
          ['text/plain', 'application/json', 'text/event-stream-x', ''].map((type) => first(pieces({ text, type }))),
        ),
      'another origin, allowed and not': () =>
        Promise.all([first(elsewhere + pieces({ text, cors: 1 })), first(elsewhere + pieces({ text }))]),
      'a redirect': () => first(url('/redirect', { to: pieces({ text }) })),
      'wrong addresses': () =>
        Promise.all(
          ['http://:::', 'http://[', ''].map((address) =>
            outcome(() => {
              const source = new EventSource(address);
              source.close();
              return source.url;
            }),
          ),
        ),
      'without new, without an address': async () => [
        await outcome(() => (EventSource as unknown as (address: string) => unknown)('/')),
        await outcome(() => new (EventSource as unknown as new () => unknown)()),
      ],
      constants: () => [
        EventSource.CONNECTING,
        EventSource.OPEN,
        EventSource.CLOSED,
        EventSource.length,
        EventSource.name,
        Object.keys(EventSource.prototype),
      ],
      'again, with the last id': () =>
        new Promise((resolve) => {
          const script = [
            'retry: 20\nid: 7\ndata: LAST\n\ndata: a',
            'data: LAST\n\nid: 8\ndata: b\n\nid\ndata: c\n\n',
            'data: LAST\n\n',
          ];
          const source = new EventSource(url('/events', { script: JSON.stringify(script), seed: 3 }));
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
      'closed before it opens': () =>
        new Promise((resolve) => {
          const source = new EventSource(pieces({ text }));
          const log: string[] = [];
          for (const type of ['open', 'message', 'error'] as const) source.addEventListener(type, () => log.push(type));
          source.close();
          source.close();
          setTimeout(() => resolve([log, source.readyState]), 150);
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

  expect(Object.entries(seen).filter(([, row]) => typeof row === 'object' && row !== null && 'late' in row)).toEqual(
    [],
  );
  expect(seen['closed in its own event']).toEqual({ value: [1, 2] });
});
