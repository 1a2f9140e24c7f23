import { createChromeScope } from '../../../src/tools/browsers/chrome-scope.ts';
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import { PROMPT } from '../../../src/tools/browsers/firefox-prompt.ts';
import { readPrompt } from '../../../src/tools/browsers/ui-devtools.ts';
import { until } from '../../../src/tools/browsers/until.ts';
import { ofClass, type ViewTree } from '../../../src/tools/browsers/view-tree.ts';

/** Waits for the permission prompt, and returns all its text. */
export async function promptText(driver: Driver): Promise<string> {
  const { browser, views } = driver;
  await until(() => driver.isPromptOpen(), 'the permission prompt');
  if (views) return until(() => textOf(views), 'the text of the permission prompt');
  return String(
    await createChromeScope(browser)(`${PROMPT}.textContent.replace(/\\s+/g, ' ').trim()`),
  );
}

/** @returns '' if there is no prompt */
async function textOf(views: ViewTree): Promise<string> {
  const prompt = await readPrompt(views);
  const labels = prompt ? ofClass(prompt, 'Label') : [];
  const texts = await Promise.all(labels.map((label) => views.propertyOf(label, 'Text')));
  return texts.filter(Boolean).join(' | ');
}
