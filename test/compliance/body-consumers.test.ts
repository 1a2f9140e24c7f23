import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';
import { SHELL } from '../support/compliance/shell.ts';

test.each(BROWSERS)(
  'in %s every way to consume a whole body gives the same, once, and fails in the same way',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, outcome, drain }) => {
      const readings: Record<string, (response: Response) => unknown> = {
        text: (response) => response.text(),
        json: (response) => response.json(),
        arrayBuffer: async (response) => new TextDecoder().decode(await response.arrayBuffer()),
        blob: async (response) => {
          const blob = await response.blob();
          return [blob.type, blob.size, await blob.text()];
        },
        bytes: async (response) => [response.bytes, new TextDecoder().decode(await response.bytes())].slice(1),
        formData: (response) => response.formData(),
        textStream: async (response) => {
          if (!('textStream' in response)) return 'no textStream';
          const texts = (response as { textStream(): ReadableStream<string> }).textStream();
          return [Object.prototype.toString.call(texts), await drain(texts.getReader())];
        },
      };
      const record: Record<string, unknown> = {};
      for (const [name, read] of Object.entries(readings)) {
        const response = await fetch(stream(3));
        const first = outcome(() => read(response));
        record[name] = { used: response.bodyUsed, first: await first, second: await outcome(() => response.text()) };
      }
      const reply = await fetch('/json', { method: 'POST', body: '{"messages":[]}' });
      return { record, json: (await reply.json()) as unknown, hasBytes: 'bytes' in Response.prototype };
    });

    const { record } = seen as {
      record: Record<string, { used: boolean; first: { value?: unknown; error?: unknown } }>;
    };
    expect(record.text?.first.value).toContain('word 3 ');
    expect(record.arrayBuffer?.first.value).toContain('word 3 ');
    expect(record.blob?.first.value).toMatchObject([
      'text/event-stream',
      expect.any(Number),
      expect.stringContaining('word 3 '),
    ]);
    // Older Chromium has none.
    if (SHELL && !seen.hasBytes) expect(record.bytes?.first.error).toMatchObject({ class: 'TypeError' });
    else expect(record.bytes?.first.value).toEqual([expect.stringContaining('word 3 ')]);
    expect(record.json?.first.error).toMatchObject({ class: 'SyntaxError', ofThisRealm: true });
    expect(record.formData?.first.error).toMatchObject({ class: 'TypeError' });
    expect(record.text).toMatchObject({ used: true, second: { error: { class: 'TypeError' } } });
    expect(seen.json).toEqual({ choices: [{ index: 0, message: { content: 'words' } }] });
  },
);
