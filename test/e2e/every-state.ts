/**
 * Checks every state that has a picture for assistive technology, and in every width and language,
 * and for its words.
 */
import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { turnAsAsked } from '../screenshots/page-direction.ts';
import { allShots, show, turn, type Shot } from '../screenshots/shots.ts';
import type { Site } from '../screenshots/site.ts';
import { COLOUR_RULES, violationsIn } from '../support/axe.ts';
import { cutIn, lowTargetsIn } from '../support/cut.ts';
import { sceneBrowser } from '../support/scene-browser.ts';

/** `popup-height.test.ts` looks at every popup in every language. */
const ELSEWHERE_ALREADY = /^(?:badges-|popup-.*-(?:german|spanish|french|chinese|japanese)$)/;

export const SHOTS: readonly Shot[] = allShots()
  .filter(({ name }) => !ELSEWHERE_ALREADY.test(name))
  .map((shot) => ({ ...shot, scale: 1 }));
/**
 * The full page has one for each section. They are spread over files, which can run side by side.
 */
export const PARTS = {
  popup: ['popup-'],
  healing: ['healing-'],
  pages: [
    'page-settings',
    'page-statistics',
    'page-rules',
    'page-inspector',
    'page-help',
    'welcome-',
    'window-',
  ],
};
/** Other sizes and languages of the same markup. */
const ELSEWHERE = /-(?:light|dark)-/;

/** Declares the tests of some parts. */
export function testParts(parts: readonly string[]): void {
  const scenes = sceneBrowser();

  test.each(parts)(
    'in every state of %s axe finds nothing in either theme, nothing is cut off in any width, language or direction, and all words come from a file',
    async (part) => {
      const { site, driver } = scenes();
      const page = await driver.newPage();
      await turnAsAsked(page);
      const found = await faultsIn(
        page,
        site,
        SHOTS.filter(({ name }) => name.startsWith(part)),
      );
      await page.close();
      expect(found).toEqual([]);
    },
    600_000,
  );
}

/** Opens each state once, and turns it into its other sizes and themes. */
async function faultsIn(page: Page, site: Site, shots: readonly Shot[]): Promise<string[]> {
  const found: string[] = [];
  let now = '';
  page.on('pageerror', (error) => found.push(`${now}: ${String(error)}`));
  for (const state of new Set(shots.map((shot) => shot.state))) {
    let rules: readonly string[] | undefined;
    for (const [index, shot] of shots.filter((one) => one.state === state).entries()) {
      now = shot.name;
      await (index === 0 ? show(page, site.origin, shot) : turn(page, shot));
      const faults = [...(await cutIn(page)), ...(await lowTargetsIn(page))];
      if (shot.name.includes('-pseudo')) faults.push(...(await page.evaluate(ownWords)));
      if (!ELSEWHERE.test(shot.name)) {
        faults.push(...(await violationsIn(page, rules)));
        // In the other theme the markup is the same.
        rules = COLOUR_RULES;
      }
      found.push(...faults.map((fault) => `${shot.name}: ${fault}`));
    }
  }
  return found;
}

/**
 * In a page in the pseudo-language, where each text from a file is in brackets: words that come
 * from none, shown or read aloud. What chats, sites, servers and people wrote is marked as such,
 * and the name of a browser's button.
 */
function ownWords(): string[] {
  const FOREIGN =
    'bdi, code, pre, .command, .asks strong, textarea, #site, .text, .tile, .site h1, .site h2, body [lang="en"], [dir="auto"], .help .fold li, [data-pack] label, [data-change^="repairs."]';
  const NAMES = /Stream Fixer|Open WebUI|Hermes|localhost:\d+|[\w-]+(?:\.[\w-]+)+(?::\d+)?/g;
  const READ = ['aria-label', 'title', 'placeholder', 'alt'];
  const foreign = [...document.querySelectorAll(FOREIGN)].map(({ textContent }) =>
    textContent.trim(),
  );

  function isForeign(text: string): boolean {
    let rest = text.replace(NAMES, '');
    while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '');
    return !/\p{Script=Latin}/u.test(rest) || foreign.includes(rest.trim());
  }

  return [...document.body.querySelectorAll('*:not(script, style)')].flatMap((element) => {
    const shown = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const texts = [
      element.closest(FOREIGN) ? '' : shown.map(({ textContent }) => textContent).join(''),
      ...READ.map((name) => element.getAttribute(name) ?? ''),
    ];
    return texts.filter((text) => !isForeign(text)).map((text) => `"${text}" is in no file`);
  });
}
