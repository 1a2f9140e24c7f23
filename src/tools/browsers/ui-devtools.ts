/**
 * Drives Chromium's own (Views) user interface. Permission prompt and menus are native, even
 * headless, and no command-line switch answers them; keys meant for the browser must be sent here
 * too, because those sent to a page stay in the page. Needs the browser started with
 * `UI_DEVTOOLS_ARGS`; the port is then in `<profile>/UIDevToolsActivePort`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep, until } from './until.ts';
import {
  ignoreVanishedNode,
  ofClass,
  openViewTree,
  type ViewNode,
  type ViewTree,
} from './view-tree.ts';

/** Feature names to merge into the single `--enable-features` that is allowed. */
export const UI_DEVTOOLS_FEATURES = ['ui-debug-tools-enable-synthetic-events'];
export const UI_DEVTOOLS_ARGS = ['--enable-ui-devtools=0'];

/**
 * The dialog ignores clicks for so long after it appears and between clicks (against clickjacking);
 * measured 500 ms.
 */
const DIALOG_GUARD_MS = 600;

/** Connects to the browser that runs with the profile directory `profile`. */
export async function connectViews(profile: string): Promise<ViewTree> {
  return openViewTree(
    await until(() => readPort(profile), 'the port of the browser user interface'),
  );
}

/** Returns the open permission prompt, or null if there is none. */
export function readPrompt(tree: ViewTree): Promise<ViewNode | null> {
  return tree.widget('ExtensionInstallDialogView');
}

/**
 * Clicks the prompt's button with this label until the prompt is gone; throws if no prompt appears.
 */
export async function answerPrompt(tree: ViewTree, label: string): Promise<void> {
  await until(() => readPrompt(tree), 'the permission prompt');
  await until(
    async () => {
      await sleep(DIALOG_GUARD_MS);
      const prompt = await readPrompt(tree);
      if (!prompt) return true;
      await clickButton(tree, prompt, label).catch(ignoreVanishedNode);
      await sleep(150);
      return (await readPrompt(tree)) === null;
    },
    `the permission prompt to close after "${label}"`,
    8000,
  );
}

async function clickButton(tree: ViewTree, prompt: ViewNode, label: string): Promise<void> {
  for (const button of ofClass(prompt, 'MdTextButton')) {
    if ((await tree.propertyOf(button, 'Text')) !== label) continue;
    await tree.click(button);
    return;
  }
}

async function readPort(profile: string): Promise<number> {
  try {
    return Number((await readFile(join(profile, 'UIDevToolsActivePort'), 'utf8')).split('\n')[0]);
  } catch {
    // Not written yet.
    return 0;
  }
}
