/** Finds what cannot be seen of a page. */
import type { Page } from 'puppeteer-core';

/** Text that a person cannot see: beyond an edge that does not scroll. */
export async function cutIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? ['it scrolls sideways'] : [];
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { overflowX, clipPath } = getComputedStyle(element);
      const hides = overflowX === 'hidden' || overflowX === 'clip';
      return (
        hides && clipPath === 'none' && element.scrollWidth > element.clientWidth + 1 && element.textContent !== ''
      );
    });
    return [
      ...wide,
      ...cut.map(
        ({ localName, className, textContent }) => `cut: ${localName}.${className} ${(textContent ?? '').slice(0, 40)}`,
      ),
    ];
  });
}

/** Controls that are behind something else when they get the keyboard focus. */
export async function hiddenControlsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input:not([hidden]), select, textarea, summary'),
    ].filter(
      (one) =>
        one.checkVisibility({ visibilityProperty: true }) &&
        one.getBoundingClientRect().width > 1 &&
        !one.matches(':disabled'),
    );
    if (controls.length === 0) throw new Error('There is no control.');
    return controls
      .filter((one) => {
        one.focus();
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const middle = [(left + right) / 2, (top + bottom) / 2] as const;
        const at = document.elementFromPoint(...middle);
        return !at || !(one.contains(at) || at.contains(one) || at.closest('label')?.contains(one));
      })
      .map(({ localName, className, textContent }) => `hidden: ${localName}.${className} ${textContent?.slice(0, 40)}`);
  });
}
