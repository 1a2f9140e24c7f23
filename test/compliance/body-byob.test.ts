import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s a body can be read into buffers of the page, up to its end', async (kind) => {
  const seen = await observe(kind, async ({ stream, outcome }) => {
    const response = await fetch(stream(5));
    const reader = response.body!.getReader({ mode: 'byob' });
    const decoder = new TextDecoder();
    let text = '';
    let fits = true;
    let buffer = new ArrayBuffer(50);
    for (;;) {
      const given = buffer;
      const { done, value } = await reader.read(new Uint8Array(buffer));
      fits &&= given.byteLength === 0 && value !== undefined && value.byteLength <= 50;
      if (value) buffer = value.buffer;
      if (done)
        return {
          text,
          fits,
          last: value?.byteLength,
          size: buffer.byteLength,
          empty: await outcome(() => reader.read(new Uint8Array(0))),
        };
      text += decoder.decode(value, { stream: true });
    }
  });

  expect(seen.text).toContain('word 5 ');
  expect(seen).toMatchObject({ fits: true, last: 0, size: 50, empty: { error: { class: 'TypeError' } } });
});
