/**
 * How one language writes whole numbers, according to the CLDR (Intl's own data), which the tests compare it with. Not
 * by Intl itself: the first formatter of a process takes 25 to 35 ms to set up (Chromium 156, Node 24), a fifth of the
 * time the popup takes to open.
 */
/** For whole numbers from 0 on. */
export interface Numbers {
  /** "12,345". */
  figure(count: number): string;
  /** "950", "12.3K", "1.2M": at most one decimal place. Follows the CLDR below a thousand million. */
  short(count: number): string;
}

type Unit = readonly [size: number, sign: string];

interface Shape {
  readonly group: string;
  /** Least number of digits that are grouped. */
  readonly groupedFrom: number;
  readonly decimal: string;
  /** From small to large. */
  readonly units: readonly Unit[];
}

/** In short numbers four digits are not grouped. */
const SHORT_GROUPED_FROM = 5;
const NARROW = '\u202f';
const NO_BREAK = '\u00a0';

const SHAPES: Readonly<Record<string, Shape | undefined>> = {
  en: {
    group: ',',
    groupedFrom: 4,
    decimal: '.',
    units: [
      [1e3, 'K'],
      [1e6, 'M'],
      [1e9, 'B'],
    ],
  },
  de: {
    group: '.',
    groupedFrom: 4,
    decimal: ',',
    units: [
      [1e6, `${NO_BREAK}Mio.`],
      [1e9, `${NO_BREAK}Mrd.`],
    ],
  },
  es: {
    group: '.',
    groupedFrom: 5,
    decimal: ',',
    units: [
      [1e3, `${NO_BREAK}mil`],
      [1e6, `${NO_BREAK}M`],
    ],
  },
  fr: {
    group: NARROW,
    groupedFrom: 4,
    decimal: ',',
    units: [
      [1e3, `${NO_BREAK}k`],
      [1e6, `${NO_BREAK}M`],
      [1e9, `${NO_BREAK}Md`],
    ],
  },
  'zh-CN': {
    group: ',',
    groupedFrom: 4,
    decimal: '.',
    units: [
      [1e4, '万'],
      [1e8, '亿'],
    ],
  },
  ja: {
    group: ',',
    groupedFrom: 4,
    decimal: '.',
    units: [
      [1e4, '万'],
      [1e8, '億'],
    ],
  },
};

/** @param tag a language as a BCP 47 tag; one without a shape is formatted by Intl */
export function createNumbers(tag: string): Numbers {
  const shape = SHAPES[tag];
  if (!shape) return numbersOfIntl(tag);
  const { group, groupedFrom, decimal, units } = shape;

  function grouped(count: number, from: number): string {
    const digits = String(count);
    return digits.length < from ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, group);
  }

  return {
    figure: (count) => grouped(count, groupedFrom),
    short(count) {
      const unit = units.findLast(([size], index) => count >= size || roundsUpTo(size, count, units[index - 1]));
      if (!unit) return grouped(count, SHORT_GROUPED_FROM);
      const [size, sign] = unit;
      const tenths = tenthsOf(count, size);
      const rest = tenths % 10;
      return `${grouped((tenths - rest) / 10, SHORT_GROUPED_FROM)}${rest === 0 ? '' : `${decimal}${rest}`}${sign}`;
    },
  };
}

function numbersOfIntl(tag: string): Numbers {
  const plain = new Intl.NumberFormat(tag);
  const compact = new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 });
  return { figure: (count) => plain.format(count), short: (count) => compact.format(count) };
}

function tenthsOf(count: number, size: number): number {
  return Math.round((count * 10) / size);
}

/** 999,950 is a million, not a thousand thousands. */
function roundsUpTo(size: number, count: number, smaller: Unit | undefined): boolean {
  return smaller !== undefined && tenthsOf(count, smaller[0]) * smaller[0] >= size * 10;
}
