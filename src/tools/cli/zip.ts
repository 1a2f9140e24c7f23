import { crc32 } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
/** The version of the format that plain files need: 1.0. */
const VERSION = 10;
const UTF8_NAMES = 1 << 11;
const STORED = 0;
/** 1980-01-01 00:00, where the format's dates begin. */
const TIME = 0;
const DATE = (1 << 5) | 1;

/**
 * A ZIP archive (PKWARE's APPNOTE 6.3.10) that depends on nothing but the names and bytes of its files: sorted, without
 * times and modes, and stored, because what zlib makes of the same bytes differs between versions and processors.
 * @param files bytes by path with forward slashes; together less than 4 GiB and less than 65 536 of them
 * @returns the bytes of the archive
 */
export function zip(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const path of [...files.keys()].toSorted()) {
    const name = Buffer.from(path, 'utf8');
    const content = files.get(path) ?? new Uint8Array();
    const common = commonFields(name, content);
    const body = Buffer.concat([fields([[4, LOCAL_HEADER]]), common, name, content]);
    directory.push(centralHeader(common, name, offset));
    bodies.push(body);
    offset += body.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...bodies, central, endRecord(files.size, central.length, offset)]);
}

/** The fields that the two headers of a file share. */
function commonFields(name: Buffer, content: Uint8Array): Buffer {
  return fields([
    [2, VERSION],
    [2, UTF8_NAMES],
    [2, STORED],
    [2, TIME],
    [2, DATE],
    [4, crc32(content)],
    [4, content.length],
    [4, content.length],
    [2, name.length],
    [2, 0],
  ]);
}

/** @param offset where the local header of the file begins */
function centralHeader(common: Buffer, name: Buffer, offset: number): Buffer {
  const before = fields([
    [4, CENTRAL_HEADER],
    [2, VERSION],
  ]);
  const placed = fields([
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, offset],
  ]);
  return Buffer.concat([before, common, placed, name]);
}

/**
 * @param length of the central directory, in bytes
 * @param offset where it begins
 */
function endRecord(files: number, length: number, offset: number): Buffer {
  return fields([
    [4, END],
    [2, 0],
    [2, 0],
    [2, files],
    [2, files],
    [4, length],
    [4, offset],
    [2, 0],
  ]);
}

/** Numbers of 2 or 4 bytes, the lowest byte first. */
function fields(values: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    values.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}
