import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { until } from '../../src/tools/browsers/until.ts';
import { openEnabledSite } from './enabled-site.ts';
import { DONE, marker, ROLE, STOP, text, toolEvent } from './frames.ts';
import type { StreamPage, StreamSite } from './stream-site.ts';

/** Replies before the first measurement: code is compiled, caches are filled. */
const FIRST = 10;
const REPLIES = 40;
/** Characters of a reply. */
const LENGTH = 200_000;

/** The page reads a reply with a tool, and forgets it. */
async function reply(site: StreamSite, page: Page, name: string): Promise<void> {
  await page.evaluate((of) => (window as unknown as StreamPage).start(of), name);
  const stream = await site.stream(name);
  const words = Array.from({ length: 20 }, () => text('a word '.repeat(LENGTH / 140)));
  const tool = [toolEvent(name, 'running'), marker('💻', name), toolEvent(name, 'completed')];
  await stream.write(ROLE, ...tool, ...words, STOP, DONE);
  stream.end();
  await until(
    () =>
      page.evaluate((of) => (window as unknown as StreamPage).reads[of]?.state === 'done', name),
    name,
  );
  await page.evaluate((of) => {
    delete (window as unknown as StreamPage).reads[of];
    document.querySelector('article')?.remove();
  }, name);
}

/** Bytes of the page's JavaScript, ours included, after a collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.createCDPSession();
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize + backingStorageSize;
}

test(
  'in chromium a page keeps nothing of the replies that it has forgotten',
  { timeout: 120_000 },
  async () => {
    const { site, page } = await openEnabledSite('chromium');
    for (let i = 0; i < FIRST; i++) await reply(site, page, `first-${i}`);
    const before = await heapOf(page);
    for (let i = 0; i < REPLIES; i++) await reply(site, page, `reply-${i}`);

    // A quarter of their characters.
    expect(await heapOf(page)).toBeLessThan(before + (REPLIES * LENGTH) / 4);
  },
);
