import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe, observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s an XMLHttpRequest sends bodies of every kind unchanged, with their type',
  async (kind) => {
    const seen = await observe(kind, async ({ url }) => {
      const json =
        '{ "messages": [{"role": "user", "content": "`⏰ run`\\n\\nmine"}], "n": 1.0, "n": 12345678901234567890 }';
      const form = new FormData();
      form.set('messages', '`⏰ run`');
      const bodies: [XMLHttpRequestBodyInit | Document | null | undefined, string?][] = [
        [json],
        [json, 'application/json'],
        [json, 'application/json; charset=latin1'],
        [''],
        [null],
        [undefined],
        ['\ud800 "messages"'],
        [new URLSearchParams({ messages: 'x' })],
        [form],
        [new Blob([json], { type: 'application/json' })],
        [new TextEncoder().encode(json)],
        // Not the page's own, which may have a line of ours.
        [document.implementation.createHTMLDocument('A page')],
      ];
      const sent: unknown[] = [];
      for (const [body, type] of bodies) {
        const xhr = new XMLHttpRequest();
        xhr.open('POST', url('/echo'));
        if (type) xhr.setRequestHeader('Content-Type', type);
        await new Promise((resolve) => {
          xhr.onload = resolve;
          xhr.send(body);
        });
        const echo = JSON.parse(xhr.responseText) as {
          headers: Record<string, string>;
          body: string;
        };
        const boundary = /boundary=(\S+)/.exec(echo.headers['content-type'] ?? '')?.[1] ?? 'none';
        // A boundary differs each time, and in Firefox even in length.
        sent.push(
          boundary === 'none'
            ? echo
            : JSON.stringify(echo)
                .replaceAll(boundary, 'BOUNDARY')
                .replace(/"content-length":"\d+"/, ''),
        );
      }
      return { sent, json };
    });

    const { body, headers } = seen.sent[1] as { body: string; headers: Record<string, string> };
    expect(Buffer.from(body, 'latin1').toString('utf8')).toBe(seen.json);
    expect(headers['content-type']).toMatch(/^application\/json/);
  },
);

test.each(BROWSERS)(
  'in %s an XMLHttpRequest sends history cleaned and synchronously, unless it is signed',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ url, ask }) => {
      const body = JSON.stringify({
        stream: true,
        messages: [
          { role: 'user', content: '`⏰ list`\n\nmine' },
          { role: 'assistant', content: 'a\n`⏰ list`\n\n\nb' },
          { role: 'user', content: 'go on' },
        ],
      });
      const send = (
        headers: Readonly<Record<string, string>>,
        async: boolean,
        mark: string,
      ): Promise<string> =>
        new Promise((resolve) => {
          const xhr = new XMLHttpRequest();
          xhr.open('POST', url('/echo', { mark }), async);
          for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
          xhr.onload = () => resolve((JSON.parse(xhr.responseText) as { body: string }).body);
          xhr.send(body);
        });
      const sent = [
        await send({}, true, 'a'),
        await send({ 'content-type': 'application/json', authorization: 'Bearer x' }, true, 'b'),
        await send({}, false, 'c'),
        await send({ 'Content-Digest': 'sha-256=:AAAA:' }, true, 'd'),
        await send({ Authorization: 'AWS4-HMAC-SHA256 x' }, true, 'e'),
      ];
      const together = ['f', 'g', 'h'].map((mark) => send({}, true, mark));
      await Promise.all(together);
      return {
        sent,
        arrivals: ((await ask('/arrivals', { count: 8 })) as { mark: string }[])
          .map(({ mark }) => mark)
          .toSorted(),
      };
    });

    const text = (echo: string | undefined): string =>
      Buffer.from(echo ?? '', 'latin1').toString('utf8');
    expect(plain.sent.every((echo) => text(echo).includes('`⏰ list`\\n\\n\\nb'))).toBe(true);
    const cleaned = text(plain.sent[0]).replace('a\\n`⏰ list`\\n\\n\\nb', 'a\\n\\nb');
    expect(hooked.sent.slice(0, 3).map(text)).toEqual([cleaned, cleaned, cleaned]);
    expect(hooked.sent.slice(3)).toEqual(plain.sent.slice(3));
    expect(hooked.arrivals).toEqual([...'abcdefgh']);
  },
);
