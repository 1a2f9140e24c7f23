import type { Page } from 'puppeteer-core';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { readShadowRoots } from '../../src/tools/browsers/shadow-roots.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { seenIn, type BadgesSeen } from '../../src/tools/demo/badges-seen.ts';

/** The badges beside one reply. */
export interface BadgesOfReply extends BadgesSeen {
  /**
   * The reply's id in Open WebUI; null if they are beside none, such as in the corner of the
   * window.
   */
  readonly reply: string | null;
}

/** @returns the badges of an Open WebUI page, in the order of the page; empty hosts are left out */
export async function readBadgesByReply(driver: Driver, page: Page): Promise<BadgesOfReply[]> {
  const read = await until(async () => {
    const before = await page.evaluate(readPlaces, HOST_NAME);
    const roots = await readShadowRoots(driver, page, HOST_NAME);
    const after = await page.evaluate(readPlaces, HOST_NAME);
    return (
      before.join() === after.join() && roots.length === after.length && { roots, places: after }
    );
  }, 'the badges to stop moving');
  return read.roots
    .map((root, index) => ({ reply: read.places[index] ?? null, ...seenIn([root]) }))
    .filter(({ lines, folds, notes }) => lines.length + folds.length + notes > 0);
}

/** Runs in the page. */
function readPlaces(host: string): (string | null)[] {
  return [...document.querySelectorAll(host)].map(
    (one) => one.closest('[id^="message-"]')?.id.slice('message-'.length) ?? null,
  );
}
