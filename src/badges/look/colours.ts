/** Colour arithmetic for readable text on any background. Channels and alpha are 0 to 1. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

export const BLACK: Colour = { red: 0, green: 0, blue: 0, alpha: 1 };
export const WHITE: Colour = { red: 1, green: 1, blue: 1, alpha: 1 };

/** Minimum contrast of text. https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const LEAST_CONTRAST = 4.5;
/**
 * The share of the page's own contrast that badges use: visible, but less prominent than the reply.
 */
const QUIET_SHARE = 0.7;

/** Signal colours, dark and light. */
export const AMBER = [
  { red: 0.6, green: 0.29, blue: 0.02, alpha: 1 },
  { red: 0.96, green: 0.73, blue: 0.26, alpha: 1 },
] as const;
export const RED = [
  { red: 0.72, green: 0.11, blue: 0.11, alpha: 1 },
  { red: 0.99, green: 0.56, blue: 0.54, alpha: 1 },
] as const;

/**
 * Reads a computed colour.
 * @param text `rgb()`, `rgba()` or `color(srgb …)` as getComputedStyle writes them
 * @returns the colour with channels clamped into the gamut, or null for any other notation
 */
export function parseColour(text: string): Colour | null {
  const legacy = /^rgba?\(([^)]*)\)$/.exec(text);
  const srgb = /^color\(srgb ([^)]*)\)$/.exec(text);
  const inner = legacy?.[1] ?? srgb?.[1];
  if (inner === undefined) return null;
  const numbers = inner
    .split(/[\s,/]+/)
    .filter(Boolean)
    .map((word) => (word === 'none' ? 0 : Number(word)));
  const [red, green, blue, alpha = 1] = numbers;
  if (red === undefined || green === undefined || blue === undefined || numbers.some(Number.isNaN))
    return null;
  const scale = legacy ? 255 : 1;
  return {
    red: clamp(red / scale),
    green: clamp(green / scale),
    blue: clamp(blue / scale),
    alpha: clamp(alpha),
  };
}

export function cssColour({ red, green, blue, alpha }: Colour): string {
  return `rgb(${byte(red)} ${byte(green)} ${byte(blue)} / ${Math.round(alpha * 100) / 100})`;
}

function byte(channel: number): number {
  return Math.round(channel * 255);
}

/** `top` painted over an opaque `bottom`. */
export function over(top: Colour, bottom: Colour): Colour {
  return { ...mix(top, bottom, top.alpha), alpha: 1 };
}

/** `share` of `a`, the rest of `b`; opaque. */
export function mix(a: Colour, b: Colour, share: number): Colour {
  const blend = (x: number, y: number): number => x * share + y * (1 - share);
  return {
    red: blend(a.red, b.red),
    green: blend(a.green, b.green),
    blue: blend(a.blue, b.blue),
    alpha: 1,
  };
}

/** Contrast ratio of two opaque colours, 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** The page's text colour at about 70 % of its contrast, and never below 4.5:1. */
export function quietText(text: Colour, background: Colour): Colour {
  const opaque = over(text, background);
  for (let share = QUIET_SHARE; share < 1; share += 0.05) {
    const quiet = mix(opaque, background, share);
    if (contrast(quiet, background) >= LEAST_CONTRAST) return quiet;
  }
  return readable(opaque, background);
}

/** A signal colour that can be read on `background`. */
export function signalText([dark, light]: readonly [Colour, Colour], background: Colour): Colour {
  return readable(
    contrast(dark, background) >= contrast(light, background) ? dark : light,
    background,
  );
}

/**
 * `colour` itself if it can be read on `background`, else moved towards black or white until it
 * can.
 */
export function readable(colour: Colour, background: Colour): Colour {
  const end = contrast(BLACK, background) >= contrast(WHITE, background) ? BLACK : WHITE;
  for (let share = 1; share > 0; share -= 0.05) {
    const moved = mix(colour, end, share);
    if (contrast(moved, background) >= LEAST_CONTRAST) return moved;
  }
  return end;
}

export function isDark(colour: Colour): boolean {
  return luminance(colour) < 0.18;
}

function luminance({ red, green, blue }: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
