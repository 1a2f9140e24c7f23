import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s a body can be piped', async (kind) => {
  const seen = await observe(kind, async ({ stream, outcome, drain }) => {
    const decoded = (await fetch(stream(3))).body!.pipeThrough(
      new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
    );
    const { text, end } = await drain(decoded.getReader());
    let written = '';
    await (
      await fetch(stream(3))
    ).body!.pipeTo(
      new WritableStream({
        write(chunk) {
          written += new TextDecoder().decode(chunk as Uint8Array);
        },
      }),
    );
    const locked = await fetch(stream(1));
    locked.body!.getReader();
    return {
      text,
      end,
      same: written === text,
      locked: await outcome(() => locked.body!.pipeTo(new WritableStream())),
    };
  });

  expect(seen).toMatchObject({ end: 'done', same: true, locked: { error: { class: 'TypeError' } } });
  expect(seen.text).toContain('word 3 ');
});
