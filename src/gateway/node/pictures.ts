// Pictures that the agent has handed over, from one folder of this machine. Whoever knows the
// address of one may see it.

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { isAbsolute, sep } from 'node:path';
import { fileName } from '../../normalizer/text/media-lines.ts';
import type { OwnAnswer } from '../head.ts';

/** Longest picture, in bytes: that of Hermes for its whole answers. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Bytes of all pictures together; beyond, the oldest addresses end. */
const MAX_KEPT = 64 * 1024 * 1024;
/** Milliseconds after which an address ends. */
export const KEPT_FOR = 24 * 3600 * 1000;

interface Picture {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export type Pictures = ReturnType<typeof createPictures>;

/** @param now milliseconds since 1970 */
export function createPictures(now: () => number = Date.now) {
  /** By the last part of the address, the oldest first. */
  const kept = new Map<string, Picture>();
  let size = 0;

  function drop(name: string): void {
    size -= kept.get(name)?.bytes.length ?? 0;
    kept.delete(name);
  }

  function dropOld(): void {
    for (const [name, { until }] of kept) if (until <= now() || size > MAX_KEPT) drop(name);
  }

  return {
    /**
     * Keeps a picture as it is now, so that nothing can be put in its place later.
     * @param folder its real path
     * @returns Markdown that shows it; null if it is not such a picture
     */
    add(folder: string, path: string, address: string): string | null {
      const bytes = readFile(folder, path);
      const type = bytes && typeOf(bytes);
      if (!type) return null;
      // 192 random bits: nobody finds it by trying.
      const name = randomBytes(24).toString('base64url');
      kept.set(name, { bytes, type, until: now() + KEPT_FOR });
      size += bytes.length;
      dropOld();
      return `![${plainName(path)}](${address}${name})`;
    },
    /** @returns the answer to a request for a picture; null if there is none of this name */
    answer(name: string): OwnAnswer | null {
      dropOld();
      const picture = kept.get(name);
      if (!picture) return null;
      // It is shown as the picture that it is, never as a page.
      const headers = {
        'content-type': picture.type,
        'content-length': String(picture.bytes.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'private, no-store',
      };
      return { status: 200, headers, body: picture.bytes };
    },
  };
}

/** @returns the name of a file without what means something in Markdown */
function plainName(path: string): string {
  return fileName(path)
    .replace(/[^\p{L}\p{N} ._-]/gu, '_')
    .slice(0, 100);
}

/** First bytes of what browsers show as pictures, none of which can run a script: SVG can. */
const SIGNATURES: readonly (readonly [type: string, head: string, more?: string])[] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  // Between the two is its length.
  ['image/webp', 'RIFF', 'WEBP'],
];

function typeOf(bytes: Buffer): string | null {
  const begin = bytes.toString('latin1', 0, 16);
  const known = SIGNATURES.find(
    ([, head, more = '']) => begin.startsWith(head) && begin.startsWith(more, more ? 8 : 0),
  );
  return known?.[0] ?? null;
}

/** @returns the bytes of a plain file in the folder or below; null for anything else */
function readFile(folder: string, path: string): Buffer<ArrayBuffer> | null {
  if (!isAbsolute(path)) return null;
  try {
    const real = realpathSync(path);
    // A pipe, or a device, could do something when it is opened.
    if (!isIn(folder, real) || !lstatSync(real).isFile()) return null;
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const file = openSync(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      return readOpen(folder, real, file);
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/**
 * Decides by what was opened, whatever has become of its path meanwhile.
 * @param file its descriptor
 */
function readOpen(folder: string, real: string, file: number): Buffer<ArrayBuffer> | null {
  const opened = fstatSync(file);
  const { size, dev, ino } = opened;
  // Another name of it may be anywhere.
  if (!opened.isFile() || opened.nlink !== 1 || size > MAX_BYTES) return null;
  if (process.platform === 'linux') {
    if (!isIn(folder, readlinkSync(`/proc/self/fd/${file}`))) return null;
  } else {
    const again = realpathSync(real);
    const now = lstatSync(again);
    if (!isIn(folder, again) || now.dev !== dev || now.ino !== ino) return null;
  }
  const bytes = Buffer.alloc(size);
  return readSync(file, bytes, 0, size, 0) === size ? bytes : null;
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
