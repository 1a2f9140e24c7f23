/** Looks for the warnings of faked calls beside the replies of an Open WebUI page. */
import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { readBadgesByReply } from './badges-by-reply.ts';
import { findInShadow } from '../../src/tools/browsers/in-shadow.ts';

/** Waits until exactly these replies have a warning. */
export async function expectWarnings(
  driver: Driver,
  page: Page,
  replies: readonly string[],
): Promise<void> {
  await page.bringToFront();
  await expect
    .poll(
      async () =>
        (await readBadgesByReply(driver, page))
          .filter(({ notes }) => notes > 0)
          .map(({ reply, notes }) => [reply, notes]),
      { timeout: 15_000 },
    )
    .toEqual(replies.map((reply) => [reply, 1]));
}

/** Waits for the small mark that brings a dismissed warning back. */
export async function expectMark(driver: Driver, page: Page): Promise<void> {
  await page.bringToFront();
  await until(
    () => findInShadow(driver, page, HOST_NAME, 'recall'),
    'the mark of the dismissed warning',
    15_000,
  );
}
