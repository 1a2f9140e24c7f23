/** Files that a page saves, without a dialog. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { until } from '../../src/tools/browsers/until.ts';

/** A file, as it was saved. */
export interface SavedFile {
  readonly name: string;
  readonly text: string;
}

interface Bidi {
  send(method: string, params: object): Promise<unknown>;
}

/**
 * Lets the browser save files in a folder of its own, for this test.
 * @param extension of the awaited file, with its dot; a file that is still being written has
 * another
 * @returns a function that waits for the file
 */
export async function savesFiles(
  driver: Driver,
  extension: string,
): Promise<() => Promise<SavedFile>> {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-saved-'));
  const allow = driver.kind === 'firefox' ? allowInFirefox(driver) : await allowInChromium(driver);
  await allow(folder);
  onTestFinished(async () => {
    await allow(null);
    rmSync(folder, { recursive: true });
  });
  return async () => {
    const read = (): SavedFile | undefined =>
      readdirSync(folder)
        .filter((name) => name.endsWith(extension))
        .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
        .find(({ text }) => text !== '');
    return until(read, `a saved file that ends in ${extension}`);
  };
}

/** @returns a function that sets the folder; null: the browser's default */
async function allowInChromium({
  browser,
}: Driver): Promise<(folder: string | null) => Promise<void>> {
  const session = await browser.target().createCDPSession();
  return (folder) =>
    session.send(
      'Browser.setDownloadBehavior',
      folder === null ? { behavior: 'default' } : { behavior: 'allow', downloadPath: folder },
    );
}

function allowInFirefox({ browser }: Driver): (folder: string | null) => Promise<void> {
  // Not public in puppeteer.
  const { connection } = browser as unknown as { connection: Bidi };
  return async (folder) => {
    const downloadBehavior =
      folder === null ? null : { type: 'allowed', destinationFolder: folder };
    await connection.send('browser.setDownloadBehavior', { downloadBehavior });
  };
}
