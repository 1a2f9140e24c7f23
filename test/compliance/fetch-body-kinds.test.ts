import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s bodies of every kind arrive as passed, with the content type of their kind',
  async (kind) => {
    const seen = await observe(kind, async ({ url, outcome }) => {
      const form = new FormData();
      form.set('field', '{"messages":[]}');
      form.set('file', new Blob(['file'], { type: 'text/plain' }), 'a.txt');
      const bodies: Record<string, unknown> = {
        text: 'text ü',
        empty: '',
        params: new URLSearchParams({ a: '1 2' }),
        form,
        blob: new Blob(['{"messages":[]}'], { type: 'application/json' }),
        bytes: new Uint8Array([0, 128, 255]),
        buffer: new Uint8Array([1, 2]).buffer,
        gzip: new Uint8Array([0x1f, 0x8b, 8, 0]),
        view: new DataView(new Uint8Array([7, 8, 9]).buffer, 1),
        number: 5,
        object: { a: 1 },
        none: null,
        missing: undefined,
      };
      const record: Record<string, { body: string; headers: Record<string, string> }> = {};
      for (const [name, body] of Object.entries(bodies)) {
        const response = await fetch(url('/echo'), { method: 'POST', body: body as BodyInit });
        const echo = (await response.json()) as { body: string; headers: Record<string, string> };
        // Its boundary is random each time and varies in length.
        const boundary = /boundary=(.*)/.exec(echo.headers['content-type'] ?? '')?.[1];
        if (boundary)
          echo.headers['content-length'] = String(Number(echo.headers['content-length']) === echo.body.length);
        record[name] = boundary ? (JSON.parse(JSON.stringify(echo).replaceAll(boundary, 'BOUNDARY')) as never) : echo;
      }
      const streamed = new Blob(['streamed']).stream();
      const stream = await outcome(() =>
        fetch(url('/echo'), { method: 'POST', body: streamed, duplex: 'half' } as RequestInit).then((r) => r.status),
      );
      return { record, stream };
    });

    const { record } = seen;
    expect(record.text?.body).toBe('text Ã¼');
    expect(record.form?.body).toContain('a.txt');
    expect(record.form?.headers['content-length']).toBe('true');
    expect(record.form?.headers['content-type']).toContain('multipart/form-data');
    expect(record.params).toMatchObject({
      body: 'a=1+2',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    });
    expect(record.blob).toMatchObject({ body: '{"messages":[]}', headers: { 'content-type': 'application/json' } });
    expect(record.bytes?.body).toBe('\u0000\u0080\u00ff');
    expect(record.view?.body).toBe('\u0008\u0009');
    expect(record.object?.body).toBe('[object Object]');
  },
);
