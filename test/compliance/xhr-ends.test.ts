import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s aborts, timeouts, broken and refused connections end a request as natively',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, url, elsewhere, ask }) => {
      let run = 0;
      const types = ['readystatechange', 'loadstart', 'load', 'loadend', 'abort', 'error', 'timeout'];
      const facts = (xhr: XMLHttpRequest): unknown[] => [
        xhr.readyState,
        xhr.status,
        xhr.statusText,
        xhr.responseText,
        xhr.response,
        xhr.responseURL,
        xhr.getAllResponseHeaders().replace(/^date: .*\r\n/m, ''),
      ];
      /** @param act what to do with the request as soon as text has arrived */
      async function end(
        address: string,
        act: ((xhr: XMLHttpRequest, id: string) => unknown) | null,
        timeout = 0,
      ): Promise<unknown> {
        const id = `${url('').slice(4)}-${(run += 1)}`;
        const xhr = new XMLHttpRequest();
        const log: string[] = [];
        for (const type of types) {
          xhr.addEventListener(type, () => {
            const entry = `${type} ${xhr.readyState} ${xhr.status} ${xhr.responseText.length > 0}`;
            if (log.at(-1) !== entry) log.push(entry);
          });
        }
        xhr.open('POST', address.replace(url(''), `?id=${id}`));
        xhr.timeout = timeout;
        const ended = new Promise((resolve) => xhr.addEventListener('loadend', () => setTimeout(resolve)));
        xhr.send('{"messages":[]}');
        if (act) {
          while (!xhr.responseText.includes('word 1')) await new Promise((resolve) => setTimeout(resolve, 5));
          await act(xhr, id);
        }
        await ended;
        return { log, facts: facts(xhr) };
      }
      const early = new XMLHttpRequest();
      early.open('POST', url('/echo'));
      early.send('{"messages":[]}');
      early.abort();
      const done = new XMLHttpRequest();
      done.open('POST', stream(1));
      await new Promise((resolve) => {
        done.onload = resolve;
        done.send('{"messages":[]}');
      });
      const before = facts(done);
      done.abort();
      return {
        abort: await end(stream(1, 'hold'), (xhr) => xhr.abort()),
        hangsUp: await end(stream(1, 'hold'), async (xhr, id) => {
          xhr.abort();
          return ask('/closed', { id });
        }),
        breaks: await end(stream(1, 'break'), null),
        timeout: await end(stream(1, 'hold'), null, 300),
        refused: await end(elsewhere + stream(1), null),
        missing: await end(stream(1, 'end', { code: 404 }), null),
        empty: await end(url('/status', { code: 204 }), null),
        early: facts(early),
        before,
        after: facts(done),
      };
    });

    expect(seen.abort).toMatchObject({ facts: [0, 0, '', '', '', '', ''] });
    expect(seen.timeout).toMatchObject({
      log: expect.arrayContaining(['timeout 4 0 false', 'loadend 4 0 false']) as unknown,
    });
    expect(seen.breaks).toMatchObject({
      log: expect.arrayContaining(['error 4 0 false']) as unknown,
      facts: [4, 0, '', '', '', expect.any(String), ''],
    });
    expect(seen.missing).toMatchObject({
      facts: [
        4,
        404,
        expect.any(String),
        expect.stringContaining('word 1'),
        expect.any(String),
        expect.any(String),
        expect.any(String),
      ],
    });
  },
);

test.each(BROWSERS)('in %s a request can be reopened, while running and after its end', async (kind) => {
  const seen = await observe(kind, async ({ stream, url }) => {
    const xhr = new XMLHttpRequest();
    const log: string[] = [];
    for (const type of ['readystatechange', 'load', 'loadend', 'abort', 'error']) {
      xhr.addEventListener(type, () => {
        const entry = `${type} ${xhr.readyState}`;
        if (log.at(-1) !== entry) log.push(entry);
      });
    }
    const texts: string[] = [];
    xhr.open('POST', stream(1, 'hold'));
    xhr.send('{"messages":[]}');
    while (xhr.responseText === '') await new Promise((resolve) => setTimeout(resolve, 5));
    texts.push(xhr.responseText);
    log.push('again');
    xhr.open('POST', stream(2, 'end', { id: `${url('').slice(4)}-2` }));
    texts.push(xhr.responseText, String(xhr.status));
    for (let i = 0; i < 2; i++) {
      await new Promise((resolve) => {
        xhr.onload = resolve;
        xhr.send('{"messages":[]}');
      });
      texts.push(xhr.responseText);
      log.push('again');
      xhr.open('POST', url('/json'));
      texts.push(xhr.responseText);
    }
    return { log, texts };
  });

  expect(seen.log.join(', ')).not.toContain('abort');
  expect(seen.texts).toEqual([
    expect.stringContaining('word 1'),
    '',
    '0',
    expect.stringContaining('word 2'),
    '',
    '{"choices":[{"index":0,"message":{"content":"words"}}]}',
    '',
  ]);
});
