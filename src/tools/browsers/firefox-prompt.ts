/** Firefox's permission prompt, which belongs to the browser's own window. */
import type { ChromeScope } from './chrome-scope.ts';
import { sleep, until } from './until.ts';

const NOTIFICATION = 'addon-webext-permissions-notification';
/** Expression for the prompt, null without one. */
export const PROMPT = `document.getElementById('${NOTIFICATION}')`;
const OPEN = `(!!${PROMPT} && document.getElementById('notification-popup').state === 'open')`;

/** @param chrome evaluates an expression in the browser's window */
export async function isPromptOpen(chrome: ChromeScope): Promise<boolean> {
  return (await chrome(OPEN)) === true;
}

/** Allows or refuses, once there is a prompt. */
export async function answerPrompt(chrome: ChromeScope, allow: boolean): Promise<void> {
  await until(() => chrome(OPEN), 'the permission prompt');
  const button = `${PROMPT}.${allow ? 'button' : 'secondaryButton'}`;
  await until(async () => {
    // The doorhanger ignores clicks for a while after it appears.
    await chrome(`${OPEN} && ${button}.click()`);
    await sleep(150);
    return !(await chrome(OPEN));
  }, 'the permission prompt to close');
}
