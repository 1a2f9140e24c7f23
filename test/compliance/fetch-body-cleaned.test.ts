import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s bytes and form fields are sent cleaned, everything else as given', async (kind) => {
  const { hooked, plain } = await observeBoth(kind, async ({ url }) => {
    const content = 'a\n`⏰ list`\n\n\nb';
    const json = JSON.stringify({
      messages: [
        { role: 'user', content },
        { role: 'assistant', content },
      ],
    });
    const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
    const form = new FormData();
    form.append('data', json);
    form.append('file', new File([json], 'ü.json', { type: 'application/json' }));
    form.append('data', 'line\nfeeds');
    const bodies: Record<string, BodyInit> = {
      bytes: bytes(json),
      buffer: bytes(json).buffer,
      view: new DataView(bytes(`xx${json}`).buffer, 2),
      form,
      blob: new Blob([json], { type: 'application/json' }),
      params: new URLSearchParams({ data: json }),
      binary: bytes(json).fill(0xff, 3, 4),
      user: bytes(json.replace('assistant', 'user')),
    };
    const sent: Record<string, { body: string; type: string; length: string }> = {};
    for (const [name, body] of Object.entries(bodies)) {
      const response = await fetch(url('/echo'), { method: 'POST', body, keepalive: name === 'bytes' });
      const echo = (await response.json()) as { body: string; headers: Record<string, string> };
      const type = echo.headers['content-type'] ?? '';
      const boundary = /boundary=(.*)/.exec(type)?.[1] ?? 'none';
      const right = Number(echo.headers['content-length']) === echo.body.length;
      sent[name] = {
        body: echo.body.replaceAll(boundary, 'BOUNDARY'),
        type: type.replace(boundary, 'BOUNDARY'),
        length: right ? 'right' : 'wrong',
      };
    }
    const request = await fetch(
      new Request(url('/echo'), { method: 'POST', headers: { 'content-type': 'application/json' } }),
      { method: 'POST', body: bytes(json) },
    );
    sent.given = { body: ((await request.json()) as { body: string }).body, type: '', length: '' };
    return { sent, kept: new TextDecoder().decode(bodies.bytes as Uint8Array) === json && form.get('data') === json };
  });

  // The assistant's text is second; the user's text and the file stay.
  const said = Buffer.from('"assistant","content":"a\\n`⏰ list`\\n\\n\\nb"').toString('latin1');
  for (const [name, { body, type, length }] of Object.entries(plain.sent)) {
    const cleaned = ['bytes', 'buffer', 'view', 'form', 'given'].includes(name);
    const expected = cleaned ? body.replace(said, '"assistant","content":"a\\n\\nb"') : body;
    expect({ name, changed: expected !== body, ...hooked.sent[name] }).toEqual({
      name,
      changed: cleaned,
      body: expected,
      type,
      length,
    });
  }
  expect(hooked.kept).toBe(true);
  expect(hooked.sent.form?.type).toBe('multipart/form-data; boundary=BOUNDARY');
});
