/**
 * Drives Chromium's own (Views) user interface. Permission prompt and menus are native, even headless, and no
 * command-line switch answers them; keys meant for the browser must be sent here too, because those sent to a page stay
 * in the page. Needs the browser started with `UI_DEVTOOLS_ARGS`; the port is then in `<profile>/UIDevToolsActivePort`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IconMenu } from './driver.ts';
import { openIconMenu } from './icon-menu.ts';
import { sleep, until } from './until.ts';
import { ofClass, openViewTree, type ViewNode } from './view-tree.ts';

/** Feature names to merge into the single `--enable-features` that is allowed. */
export const UI_DEVTOOLS_FEATURES = ['ui-debug-tools-enable-synthetic-events'];
export const UI_DEVTOOLS_ARGS = ['--enable-ui-devtools=0'];

/**
 * The dialog ignores clicks for so long after it appears and between clicks (against clickjacking); measured 500 ms.
 */
const DIALOG_GUARD_MS = 600;
const PROMPT = 'ExtensionInstallDialogView';
/** Flags of the browser's own key events (ui/events/event_constants.h): Shift and Alt. */
const SHIFT_ALT = (1 << 1) | (1 << 3);

export interface Views {
  /** Returns the texts of the open permission prompt, or null if there is none. */
  promptTexts(): Promise<string[] | null>;
  /** Clicks the prompt's button with this label until the prompt is gone; throws if no prompt appears. */
  answer(label: string): Promise<void>;
  /** Presses Alt, Shift and a letter in the browser's window. */
  press(letter: string): Promise<void>;
  /** See `Driver.openIconMenu`; there must be no other extension. */
  openIconMenu(): Promise<IconMenu>;
  close(): void;
}

/** Connects to the browser that runs with the profile directory `profile`. */
export async function connectViews(profile: string): Promise<Views> {
  const tree = await openViewTree(await until(() => readPort(profile), 'the port of the browser user interface'));
  const promptRoot = () => tree.widget(PROMPT);
  const textOf = (node: ViewNode) => tree.propertyOf(node, 'Text');

  async function clickButton(prompt: ViewNode, label: string): Promise<void> {
    for (const button of ofClass(prompt, 'MdTextButton')) {
      if ((await textOf(button)) !== label) continue;
      await tree.click(button);
      return;
    }
  }

  return {
    async promptTexts() {
      const prompt = await promptRoot();
      if (!prompt) return null;
      const texts: string[] = [];
      for (const label of ofClass(prompt, 'Label')) {
        const text = await textOf(label);
        if (text) texts.push(text);
      }
      return texts;
    },
    async answer(label) {
      await until(promptRoot, 'the permission prompt');
      await until(
        async () => {
          await sleep(DIALOG_GUARD_MS);
          const prompt = await promptRoot();
          if (!prompt) return true;
          await clickButton(prompt, label).catch(ignoreVanishedNode);
          await sleep(150);
          return (await promptRoot()) === null;
        },
        `the permission prompt to close after "${label}"`,
        8000,
      );
    },
    press: (letter) => tree.pressKey('BrowserWidget', letter.charCodeAt(0), SHIFT_ALT),
    openIconMenu: () => openIconMenu(tree),
    close: tree.close,
  };
}

async function readPort(profile: string): Promise<number> {
  try {
    return Number((await readFile(join(profile, 'UIDevToolsActivePort'), 'utf8')).split('\n')[0]);
  } catch {
    // Not written yet.
    return 0;
  }
}

/** Ignores that the prompt closed between looking and clicking. */
function ignoreVanishedNode(error: unknown): void {
  if (!/not found|No node/i.test(String(error))) throw error;
}
