import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe, runProbe, stageIn } from '../support/compliance/observe.ts';
import { SHELL } from '../support/compliance/shell.ts';

test.for(BROWSERS)(
  'in %s a body can be iterated with for await, and leaving the loop ends it',
  async (kind, { skip }) => {
    if (SHELL) {
      const { plain, server } = await stageIn(kind);
      const iterates = await runProbe(plain, () => Symbol.asyncIterator in ReadableStream.prototype, server);
      skip(!iterates, 'this Chromium cannot iterate streams');
    }
    const seen = await observe(kind, async ({ stream, ask }) => {
      async function* walk(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
        for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) yield new TextDecoder().decode(chunk);
      }
      let text = '';
      for await (const part of walk((await fetch(stream(3))).body!)) text += part;
      const held = await fetch(stream(1, 'hold'));
      for await (const part of walk(held.body!)) {
        if (part !== '') break;
      }
      return {
        text,
        left: { closed: (await ask('/closed')) as unknown, used: held.bodyUsed, locked: held.body!.locked },
      };
    });

    expect(seen.text).toContain('word 3 ');
    expect(seen.left).toEqual({ closed: { closed: true }, used: true, locked: false });
  },
);
