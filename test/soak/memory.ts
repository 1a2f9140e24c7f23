/** Memory use of a browser. */
import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { descendants } from '../../src/tools/demo/servers/process-tree.ts';

export interface Memory {
  /** Bytes of the tab's JavaScript, ours included, after a collection; 0 in Firefox, which does not report it. */
  readonly heap: number;
  /** Resident bytes of all processes of the browser; shared ones count once per process; 0 without /proc. */
  readonly all: number;
}

export async function readMemory({ kind, browser }: Driver, page: Page): Promise<Memory> {
  const pid = browser.process()?.pid;
  return {
    heap: kind === 'chromium' ? await heapOf(page) : 0,
    all: pid === undefined ? 0 : [pid, ...descendants(pid)].reduce((sum, each) => sum + residentOf(each), 0),
  };
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.createCDPSession();
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

function residentOf(pid: number): number {
  try {
    return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
