import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s a connection that breaks delivers the bytes before it, then the native TypeError',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ stream, drain, outcome, describe }) => {
      const read = await drain((await fetch(stream(2, 'break'))).body!.getReader());
      const slow = (await fetch(stream(1, 'break'))).body!.getReader();
      await slow.read();
      const closed = await slow.closed.then(() => 'closed', describe);
      const after = [closed, await slow.read().then(() => 'bytes', describe)];
      return {
        read,
        after,
        text: await outcome(async () => (await fetch(stream(1, 'break'))).text()),
        json: await outcome(async () => (await fetch(stream(1, 'break'))).json()),
        blob: await outcome(async () => (await fetch(stream(1, 'break'))).blob()),
        clone: await outcome(async () => (await fetch(stream(1, 'break'))).clone().text()),
        refused: await outcome(() => fetch('http://127.0.0.1:1/')),
      };
    });

    expect(hooked.read).toEqual(plain.read);
    expect(hooked.after).toEqual(plain.after);
    expect(hooked.refused).toEqual(plain.refused);
    expect(hooked.read.text).toContain('word 2 ');
    expect(hooked.read.end).toMatchObject({ class: 'TypeError', ofThisRealm: true });
    for (const way of ['text', 'json', 'blob', 'clone'] as const) {
      expect(hooked[way]).toMatchObject({ error: { class: 'TypeError', ofThisRealm: true } });
      // Firefox itself calls a broken connection an abort here; with the hook it is the TypeError that a reader gets.
      if (kind === 'firefox') expect(plain[way]).toMatchObject({ error: { name: 'AbortError' } });
      else expect(hooked[way]).toEqual(plain[way]);
    }
  },
);
