import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

// A frame with a document of the site is a page of the site: its fetch prints like that of any page
// (to-string.test.ts).
test.each(BROWSERS)(
  'in %s frames inside the page work, and those without their own document keep the native fetch',
  async (kind) => {
    const seen = await observe(kind, async ({ stream }) => {
      const print = (view: typeof globalThis): string =>
        Function.prototype.toString.call(view.fetch).replace(/\s+/g, ' ');
      const open = async (
        source?: Partial<HTMLIFrameElement>,
      ): Promise<typeof globalThis & Window> => {
        const frame = Object.assign(document.createElement('iframe'), source);
        const loaded = source
          ? new Promise((resolve) => frame.addEventListener('load', resolve))
          : null;
        document.body.append(frame);
        await loaded;
        return frame.contentWindow as typeof globalThis & Window;
      };
      const record: Record<string, unknown> = {};
      for (const [name, source] of Object.entries({
        blank: undefined,
        srcdoc: { srcdoc: '<p>text' },
        same: { src: '/frame' },
      })) {
        const view = await open(source);
        const response = await view.fetch(new URL(stream(1), location.href));
        record[name] = {
          print: name === 'same' ? null : print(view),
          own: response instanceof view.Response,
          foreign: response instanceof Response,
          text: (await response.text()).includes('word 1'),
        };
      }
      return record;
    });

    for (const name of ['blank', 'srcdoc', 'same']) {
      const print = name === 'same' ? null : 'function fetch() { [native code] }';
      expect(seen[name], name).toEqual({ print, own: true, foreign: false, text: true });
    }
  },
);
