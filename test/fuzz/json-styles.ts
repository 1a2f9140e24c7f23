/** Writes JSON in the style of one kind of server. */
export type JsonStyle = (value: unknown) => string;

const NOT_ASCII = /[\u007f-\uffff]/g;

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Python's `json.dumps`: blanks after commas and colons. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item)}`)
    .join(', ')}}`;
}

/**
 * JavaScript and Rust; Python with and without its ASCII; Go, which escapes HTML; PHP, which
 * escapes slashes.
 */
export const JSON_STYLES: readonly JsonStyle[] = [
  (value) => JSON.stringify(value),
  spaced,
  (value) => spaced(value).replace(NOT_ASCII, escaped),
  (value) => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escaped),
  (value) => JSON.stringify(value).replaceAll('/', '\\/').replace(NOT_ASCII, escaped),
];

/** Python's `json.dumps`, pure ASCII, as Hermes writes. */
export const PYTHON: JsonStyle = (value) => spaced(value).replace(NOT_ASCII, escaped);
