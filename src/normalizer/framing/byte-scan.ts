const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const COLON = 0x3a;

/** In no needle, or only in needles that have a byte of another kind. */
const PLAIN = 0;
/** A needle by itself, or a carriage return. */
const STOP = 1;
/** Examined together with the bytes beside it. */
const LOOK = 2;

/** The kind of each byte. */
const KINDS = kindsOf('`~\\\r', '\nID_{xu');

function kindsOf(stops: string, looks: string): Uint8Array {
  const kinds = new Uint8Array(256);
  for (let i = 0; i < stops.length; i++) kinds[stops.charCodeAt(i)] = STOP;
  for (let i = 0; i < looks.length; i++) kinds[looks.charCodeAt(i)] = LOOK;
  return kinds;
}

/**
 * Searches the bytes themselves for the work of skip-scan.ts. A live reply arrives frame by frame: for 200 bytes,
 * decoding them and setting up the searches costs five times as much as examining each byte.
 * @param bytes of a body, starting at a frame
 * @param isSse whether lines have fields, as in server-sent events; otherwise every line is a frame
 * @returns whether these are certainly whole frames, each one line of data, without a carriage return, a needle of
 * skip-scan.ts, or `"choices":null`; false may be wrong
 */
export function hasNoWork(bytes: Uint8Array, isSse: boolean): boolean {
  const { length } = bytes;
  if (isSse ? !beginsData(bytes, 0) || bytes[length - 2] !== LINE_FEED : bytes[0] === LINE_FEED) return false;
  if (bytes[length - 1] !== LINE_FEED) return false;
  const end = isSse ? length - 2 : length - 1;
  let i = 0;
  for (; i + 8 <= end; i += 8) if (kindsAt(bytes, i) !== PLAIN && hasWorkIn(bytes, i, i + 8, isSse)) return false;
  return !hasWorkIn(bytes, i, end, isSse);
}

/** @returns the kinds of eight bytes, combined: a single branch for all of them halves the time */
function kindsAt(bytes: Uint8Array, i: number): number {
  return (
    kindOf(bytes[i]) |
    kindOf(bytes[i + 1]) |
    kindOf(bytes[i + 2]) |
    kindOf(bytes[i + 3]) |
    kindOf(bytes[i + 4]) |
    kindOf(bytes[i + 5]) |
    kindOf(bytes[i + 6]) |
    kindOf(bytes[i + 7])
  );
}

function kindOf(byte: number | undefined): number {
  return KINDS[byte as number] as number;
}

/** @returns whether there may be work in [from, to), which is in a frame */
export function hasWorkIn(bytes: Uint8Array, from: number, to: number, isSse: boolean): boolean {
  for (let i = from; i < to; i++) {
    const kind = kindOf(bytes[i]);
    if (kind === STOP || (kind === LOOK && isWork(bytes, i, isSse))) return true;
  }
  return false;
}

/**
 * Returns whether the byte at `i` is part of a needle, of `"choices":null`, or a line feed that no frame of data
 * follows.
 */
function isWork(bytes: Uint8Array, i: number, isSse: boolean): boolean {
  switch (bytes[i]) {
    case 0x49 /* I of CallI */:
      return bytes[i - 1] === 0x6c; /* l */
    case 0x44 /* D of DONE */:
      return bytes[i + 1] === 0x4f; /* O */
    case 0x5f /* _ of _call */:
      return bytes[i + 1] === 0x63; /* c */
    case 0x7b /* { of }{ */:
      return bytes[i - 1] === 0x7d; /* } */
    case 0x78 /* x of x":1 and x": 1 */:
      return bytes[i + 1] === QUOTE && bytes[i + 2] === COLON && bytes[i + (bytes[i + 3] === SPACE ? 4 : 3)] === 0x31;
    case 0x75 /* u of "choices":null */:
      return bytes[i - 1] === 0x6e /* n */ && endsChoices(bytes, i - (bytes[i - 2] === SPACE ? 5 : 4));
    default:
      // The first byte of a blank line was examined with the second.
      return isSse && bytes[i - 1] !== LINE_FEED && (bytes[i + 1] !== LINE_FEED || !beginsData(bytes, i + 2));
  }
}

/** Returns whether the `s` of `choices` is at `at`. */
function endsChoices(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x73 /* s */ && bytes[at - 1] === 0x65 /* e */ && bytes[at - 2] === 0x63; /* c */
}

/** Returns whether a line `data: {` begins at `at`. */
function beginsData(bytes: Uint8Array, at: number): boolean {
  return (
    bytes[at] === 0x64 /* d */ &&
    bytes[at + 1] === 0x61 /* a */ &&
    bytes[at + 2] === 0x74 /* t */ &&
    bytes[at + 3] === 0x61 /* a */ &&
    bytes[at + 4] === COLON &&
    bytes[at + 5] === SPACE &&
    bytes[at + 6] === 0x7b /* { */
  );
}
