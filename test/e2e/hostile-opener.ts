/**
 * A page that opens another one of its site, and attacks its global object before any script runs
 * there.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { onTestFinished } from 'vitest';
import { until } from '../../src/tools/browsers/until.ts';
import type { EnabledSite } from './enabled-site.ts';

/** @param name of a script in `test/support/hostile` */
export function source(name: string): string {
  return readFileSync(new URL(`../support/hostile/${name}`, import.meta.url), 'utf8');
}

export function script(body: string) {
  return { type: 'text/javascript; charset=utf-8', body };
}

export function html(body: string) {
  return {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><meta charset="utf-8"><title>Hostile</title>${body}`,
  };
}

/** @param attack what the opener runs in the page that it opens */
export function openerFiles(attack = source('attack.js')) {
  return {
    '/opener': html('<script src="/source.js"></script><script src="/opener.js"></script>'),
    '/opener.js': script(source('opener.js')),
    '/source.js': script(
      `window.attackSource = ${JSON.stringify(attack).replaceAll('</', '<\\/')};`,
    ),
  };
}

/**
 * Opens a page in a window whose global object its opener has attacked before any script ran there,
 * ours included.
 */
export async function openVictim(
  { driver, site }: EnabledSite,
  attack: string,
): Promise<{ readonly opener: Page; readonly victim: Page | null }> {
  const opener = await driver.newPage();
  onTestFinished(() => opener.close());
  await opener.goto(`${site.origin}/opener`);
  const opened = new Promise<Page | null>((resolve) => opener.once('popup', resolve));
  await opener.evaluate(`window.openVictim('${attack}', '/?victim-${attack}')`);
  const victim = await opened;
  onTestFinished(async () => victim?.close());
  await until(
    () => opener.evaluate("typeof window.victimWindow.start === 'function'"),
    'the page in the opened window',
    15_000,
  );
  return { opener, victim };
}

/** Waits until the opener has both ends of the channel that our scripts opened in its victim. */
export async function portsStolen(opener: Page): Promise<void> {
  await until(
    () => opener.evaluate('window.victimWindow.loot.ports.length === 2'),
    'the stolen ports',
    15_000,
  );
}
