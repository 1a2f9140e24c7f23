/** Firefox's permission prompt, which belongs to the browser's own window. */
import type { ChromeScope } from './chrome-scope.ts';
import type { Driver } from './driver.ts';
import { sleep, until } from './until.ts';

const NOTIFICATION = 'addon-webext-permissions-notification';
const ELEMENT = `document.getElementById('${NOTIFICATION}')`;
const OPEN = `(!!${ELEMENT} && document.getElementById('notification-popup').state === 'open')`;

export interface FirefoxPrompt {
  readonly text: Driver['promptText'];
  readonly isOpen: Driver['isPromptOpen'];
  readonly answer: Driver['answer'];
}

/** @param chrome evaluates an expression in the browser's window */
export function createFirefoxPrompt(chrome: ChromeScope): FirefoxPrompt {
  return {
    async text() {
      const text = `${OPEN} && ${ELEMENT}.textContent.replace(/\\s+/g, ' ').trim()`;
      return String(await until(() => chrome(text), 'the permission prompt'));
    },
    isOpen: async () => (await chrome(OPEN)) === true,
    async answer(allow) {
      await until(() => chrome(OPEN), 'the permission prompt');
      const button = `${ELEMENT}.${allow ? 'button' : 'secondaryButton'}`;
      await until(async () => {
        // The doorhanger ignores clicks for a while after it appears.
        await chrome(`${OPEN} && ${button}.click()`);
        await sleep(150);
        return !(await chrome(OPEN));
      }, 'the permission prompt to close');
    },
  };
}
