import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s wrong calls of an XMLHttpRequest fail as natively, also on a wrong `this`', async (kind) => {
  const seen = await observe(kind, async ({ outcome, stream }) => {
    const { open, send, setRequestHeader } = XMLHttpRequest.prototype;
    const record: Record<string, unknown> = {};
    for (const self of [
      undefined,
      null,
      {},
      1,
      'text',
      document,
      XMLHttpRequest.prototype,
      Object.create(new XMLHttpRequest()) as unknown,
      new Proxy(new XMLHttpRequest(), {}),
    ]) {
      const name = Object.prototype.toString.call(self) + String(Object.keys(record).length);
      const get = (key: string): unknown =>
        Reflect.apply(Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, key)?.get as () => unknown, self, []);
      record[name] = [
        await outcome(() => Reflect.apply(open, self, ['GET', '/'])),
        await outcome(() => Reflect.apply(send, self, ['{"messages":[]}'])),
        await outcome(() => Reflect.apply(setRequestHeader, self, ['digest', 'x'])),
        await outcome(() => get('responseText')),
        await outcome(() => get('response')),
      ];
    }
    const fresh = (): Record<'open' | 'send' | 'setRequestHeader', (...args: unknown[]) => unknown> =>
      new XMLHttpRequest() as never;
    const opened = (): XMLHttpRequest => {
      const xhr = new XMLHttpRequest();
      xhr.open('POST', stream(1));
      return xhr;
    };
    const sent = (): XMLHttpRequest => {
      const xhr = opened();
      xhr.send('{"messages":[]}');
      return xhr;
    };
    const symbol = Symbol('x') as never;
    const throwing = {
      toString: () => {
        throw new RangeError('of the page');
      },
    } as never;
    record.calls = await Promise.all(
      [
        () => fresh().open(),
        () => fresh().open('GET'),
        () => fresh().open('BAD METHOD', '/'),
        () => fresh().open('TRACE', '/'),
        () => fresh().open('GET', 'http://['),
        () => fresh().open(symbol, '/'),
        () => fresh().open('GET', throwing),
        () => fresh().send(),
        () => fresh().setRequestHeader('a', 'b'),
        () => opened().setRequestHeader('', 'b'),
        () => opened().setRequestHeader('a', 'b\n'),
        () => opened().setRequestHeader('a', symbol),
        () => opened().setRequestHeader(throwing, 'b'),
        () => (opened().setRequestHeader as (name: string) => void)('digest'),
        () => opened().send(symbol),
        () => opened().send(throwing),
        () => sent().send('{"messages":[]}'),
        () => sent().setRequestHeader('a', 'b'),
        () => [
          new XMLHttpRequest().response,
          new XMLHttpRequest().responseText,
          opened().response,
          opened().responseText,
          sent().responseText,
        ],
        () => [
          opened().open('GET', '/'),
          opened().setRequestHeader('digest', 'x'),
          opened().send('{"messages":[]}'),
          sent().abort(),
        ],
      ].map((call) => outcome(call)),
    );
    return record;
  });

  expect((seen.calls as unknown[]).slice(-2)).toEqual([
    { value: ['', '', '', '', ''] },
    { value: ['(undefined)', '(undefined)', '(undefined)', '(undefined)'] },
  ]);
  expect((seen.calls as unknown[])[6]).toMatchObject({ error: { class: 'RangeError', message: 'of the page' } });
});

test.each(BROWSERS)('in %s arguments of the page are converted once, by the native call', async (kind) => {
  const seen = await observe(kind, async ({ stream, url }) => {
    const log: string[] = [];
    const text = (name: string, value: string): string => ({ toString: () => (log.push(name), value) }) as never;
    const xhr = new XMLHttpRequest();
    xhr.open(
      text('method', 'POST'),
      text('url', url('/echo')),
      text('async', 'true') as never,
      text('user', ''),
      text('password', ''),
    );
    xhr.setRequestHeader(text('name', 'x-test'), text('value', 'yes'));
    await new Promise((resolve) => {
      xhr.onload = resolve;
      xhr.send(text('body', '{"messages":[]}'));
    });
    const { body, headers } = JSON.parse(xhr.responseText) as { body: string; headers: Record<string, string> };
    const other = new XMLHttpRequest();
    other.open('GET', new URL(stream(1), location.href), true);
    other.send();
    other.abort();
    return { log, body, test: headers['x-test'] };
  });

  expect(seen).toEqual({
    log: ['method', 'url', 'user', 'password', 'name', 'value', 'body'],
    body: '{"messages":[]}',
    test: 'yes',
  });
});
