import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: {
    readonly runOnly?: readonly string[];
    readonly resultTypes: readonly string[];
  }): Promise<{
    readonly passes: readonly unknown[];
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>;
}

/** The rules that look at colours. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'] as const;

/**
 * @param rules only these; all by default
 * @returns what axe reports about a page, as "rule: element"
 */
export async function violationsIn(page: Page, rules?: readonly string[]): Promise<string[]> {
  // As text: a page of an extension accepts no script from elsewhere.
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(`${SOURCE}; undefined`);
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // Of all else, one element of each rule is described.
    const { passes, violations } = await axe.run({
      ...(rules && { runOnly: rules }),
      resultTypes: ['violations'],
    });
    if (passes.length === 0) throw new Error('axe looked at nothing.');
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, rules);
}
