/** Finds what cannot be seen of a page. */
import type { Frame, Page } from 'puppeteer-core';

/** Lowest link that a finger hits. https://www.w3.org/TR/WCAG22/#target-size-minimum */
const LEAST_HEIGHT = 24;

/** Runs in a page. @returns links and folds that are too low to be hit, by their text */
export async function lowTargetsIn(page: Page | Frame): Promise<string[]> {
  return page.evaluate(
    (least) =>
      [...document.querySelectorAll<HTMLElement>('a[href], summary')]
        .filter((link) => link.checkVisibility() && link.getBoundingClientRect().height < least)
        .map(({ textContent }) => `too low: ${textContent}`),
    LEAST_HEIGHT,
  );
}

/**
 * Text that a person cannot see: beyond an edge, unless it scrolls; figures of a table do not even
 * there.
 */
export async function cutIn(page: Page | Frame): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? ['it scrolls sideways'] : [];
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { overflowX, clipPath } = getComputedStyle(element);
      const hides = overflowX === 'hidden' || overflowX === 'clip';
      return (
        hides &&
        clipPath === 'none' &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.textContent !== ''
      );
    });
    const tables = [...document.querySelectorAll<HTMLElement>('.scroll')].filter(
      // What is folded away has the size that it last had.
      (table) => table.checkVisibility() && table.scrollWidth > table.clientWidth + 1,
    );
    return [
      ...wide,
      ...tables.map(({ ariaLabel }) => `it scrolls sideways: ${ariaLabel}`),
      ...cut.map(
        ({ localName, className, textContent }) =>
          `cut: ${localName}.${className} ${(textContent ?? '').slice(0, 40)}`,
      ),
    ];
  });
}

/**
 * Runs in a page.
 * @returns the controls that are under another element when they have the focus, by their text
 */
export function coveredControls(): string[] {
  const all = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, summary, textarea, [tabindex]',
  );
  const controls = [...all].filter((one) => one.checkVisibility() && !one.matches(':disabled'));
  return controls.flatMap((one) => {
    one.focus();
    // Firefox moves no area that is in the window in part; the keys that scroll it move the page,
    // too.
    if (one.hasAttribute('tabindex')) one.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = one.getBoundingClientRect();
    // Of what is taller than the window, its beginning counts.
    const top = document.elementFromPoint(x + width / 2, y + Math.min(height, innerHeight / 2) / 2);
    const isThere = top && (one.contains(top) || one.closest('label')?.contains(top));
    return isThere ? [] : [`covered: ${one.textContent || one.className || one.localName}`];
  });
}
