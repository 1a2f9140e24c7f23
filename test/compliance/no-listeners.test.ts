import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s nothing answers the events by which hook and extension connected, and no message passes the page',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, ask }) => {
      const events: string[] = [];
      const native = EventTarget.prototype.dispatchEvent;
      EventTarget.prototype.dispatchEvent = function dispatchEvent(event) {
        if (event.type.includes(':')) events.push(`dispatched ${event.type}`);
        return Reflect.apply(native, this, [event]) as boolean;
      };
      for (const type of ['stream-fixer:port', 'stream-fixer:hook-ready', 'stream-fixer:bridge-ready', 'message']) {
        addEventListener(type, () => events.push(type), true);
      }
      for (const type of ['stream-fixer:hook-ready', 'stream-fixer:bridge-ready'])
        Reflect.apply(native, window, [new MessageEvent(type)]);
      await (await fetch(stream(2))).text();
      for (let i = 0; i < 3; i++) await ask('/json');
      EventTarget.prototype.dispatchEvent = native;
      return events;
    });

    // The page's own two, and no answer.
    expect(seen).toEqual(['stream-fixer:hook-ready', 'stream-fixer:bridge-ready']);
  },
);
