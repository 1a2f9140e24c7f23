import { spawnSync } from 'node:child_process';
import { aptGet, install, mayInstall } from '../../src/tools/browsers/install.ts';

/** Bare Debian has no font for Japanese and Chinese either: screenshots in these languages would show only boxes. */
const CJK_FONT = 'fonts-noto-cjk';

/**
 * Makes sure that there is a font for Japanese and Chinese: if Linux has none and we are root on Debian or Ubuntu,
 * installs the distribution's package (60 MB). Says on standard error what it does, or, in one line, what is missing
 * and how to get it.
 * @returns whether there is one now
 */
export function ensureCjkFont(): boolean {
  if (hasCjkFont()) return true;
  if (mayInstall()) {
    process.stderr.write(
      `Installing a font for Japanese and Chinese (Debian package ${CJK_FONT}, once)…\n`,
    );
    if (aptGet('update') && install(CJK_FONT)) return true;
  }
  process.stderr.write(
    `Pictures in Japanese and Chinese show boxes: there is no font. Install one (on Debian: sudo apt-get install ${CJK_FONT}).\n`,
  );
  return false;
}

/** Returns whether there is such a font: other systems ship one; on Linux, fontconfig's list tells. */
function hasCjkFont(): boolean {
  if (process.platform !== 'linux') return true;
  const { status, stdout } = spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '';
}
