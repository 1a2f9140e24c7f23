import { spawnSync } from 'node:child_process';
import { aptGet, install, mayInstall } from '../../src/tools/browsers/install.ts';

interface Font {
  /** What it is for, in words. */
  readonly name: string;
  /** The language by which fontconfig lists it. */
  readonly lang: string;
  readonly debianPackage: string;
}

/** Bare Debian has none of these: pictures would show only boxes. */
const FONTS = {
  cjk: { name: 'Japanese and Chinese', lang: 'ja', debianPackage: 'fonts-noto-cjk' },
  emoji: { name: 'emoji', lang: 'und-zsye', debianPackage: 'fonts-noto-color-emoji' },
} satisfies Readonly<Record<string, Font>>;

/**
 * Makes sure that there is a font: if Linux has none and we are root on Debian or Ubuntu, installs
 * the distribution's package (up to 60 MB). Says on standard error what it does, or, in one line,
 * what is missing and how to get it.
 * @returns whether there is one now
 */
export function ensureFont(kind: keyof typeof FONTS): boolean {
  const { name, lang, debianPackage } = FONTS[kind];
  if (hasFont(lang)) return true;
  if (mayInstall()) {
    process.stderr.write(
      `Installing a font for ${name} (Debian package ${debianPackage}, once)…\n`,
    );
    if (aptGet('update') && install(debianPackage)) return true;
  }
  process.stderr.write(
    `Pictures show boxes for ${name}: there is no font. Install one (on Debian: sudo apt-get install ${debianPackage}).\n`,
  );
  return false;
}

/**
 * Returns whether there is such a font: other systems ship one; on Linux, fontconfig's list tells.
 */
function hasFont(lang: string): boolean {
  if (process.platform !== 'linux') return true;
  const { status, stdout } = spawnSync('fc-list', [`:lang=${lang}`], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '';
}
