/** Sets the colours and motion that a page is told the person has asked their system for. */
import type { CDPSession, Page } from 'puppeteer-core';
import { createChromeScope } from '../../src/tools/browsers/chrome-scope.ts';

export interface Colours {
  readonly dark: boolean;
  /** Without motion. */
  readonly still?: boolean;
  /** In the few colours of a person's own that some systems force upon every page. */
  readonly forced?: boolean;
}

/** In Firefox it is set for all pages of the browser. */
export async function setColours(page: Page, colours: Colours): Promise<void> {
  if ((await page.browser().version()).startsWith('firefox')) await setInFirefox(page, colours);
  else await setInChromium(page, colours);
}

const sessions = new WeakMap<Page, CDPSession>();

async function setInChromium(page: Page, { dark, still, forced }: Colours): Promise<void> {
  const session = sessions.get(page) ?? (await page.createCDPSession());
  sessions.set(page, session);
  // puppeteer's own way knows no forced colours.
  await session.send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
      { name: 'prefers-reduced-motion', value: still ? 'reduce' : 'no-preference' },
      { name: 'forced-colors', value: forced ? 'active' : 'none' },
    ],
  });
}

/**
 * Those of Windows' own high contrast. Without a system to ask, Firefox takes white upon light
 * blue.
 */
const SELECTED = { 'ui.highlight': '#1aebff', 'ui.highlighttext': '#000000' };

/** Firefox 153 has no command for forced colours, but its settings take effect at once. */
async function setInFirefox(page: Page, { dark, still, forced }: Colours): Promise<void> {
  const chrome = createChromeScope(page.browser());
  const settings = {
    'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    'ui.prefersReducedMotion': still ? 1 : 0,
    'browser.display.document_color_use': forced ? 2 : 0,
  };
  await chrome(`(() => {
    for (const [name, value] of Object.entries(${JSON.stringify(settings)})) Services.prefs.setIntPref(name, value);
    for (const [name, value] of Object.entries(${JSON.stringify(SELECTED)}))
      if (${forced === true}) Services.prefs.setStringPref(name, value);
      else Services.prefs.clearUserPref(name);
  })()`);
}
