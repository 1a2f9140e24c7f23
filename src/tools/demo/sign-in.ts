import type { Page } from 'puppeteer-core';
import type { Account } from './servers/open-webui-api.ts';

/**
 * Signs in to the account, in all tabs of the browser that show this server.
 * @param theme as Open WebUI names it
 */
export async function signIn(
  page: Page,
  origin: string,
  { token }: Account,
  theme = 'light',
): Promise<void> {
  // Not a page of the application, which would store things of its own meanwhile.
  await page.goto(`${origin}/static/favicon.png`);
  await page.evaluate(
    (given, colours) => {
      localStorage.setItem('token', given);
      localStorage.setItem('theme', colours);
    },
    token,
    theme,
  );
}
