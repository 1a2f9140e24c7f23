import { zipSync } from 'fflate';

/**
 * A ZIP archive that depends on nothing but the names and bytes of its files: sorted, without times and modes, and
 * compressed by a library of JavaScript, because what zlib makes of the same bytes differs between versions and
 * processors.
 * @param files bytes by path with forward slashes; together less than 4 GiB and less than 65 536 of them
 * @returns the bytes of the archive
 */
export function zip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const sorted = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
  // The local time where the format's dates begin, which is the same fields in every time zone.
  return zipSync(Object.fromEntries(sorted), { level: 9, mtime: new Date(1980, 0, 1) });
}
