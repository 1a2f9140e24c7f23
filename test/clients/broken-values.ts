/** Values that a server may send in the place of others, and where. */

export type Json = Readonly<Record<string, unknown>>;

/** In the place of a value: it is not there. */
export const GONE = Symbol('gone');
export const VALUES: readonly unknown[] = [GONE, null, 5, true, { a: 1 }, {}, ['x'], [], 'x', ''];

/** From the outside in. */
export type Path = readonly (string | number)[];

/** @returns the paths of all values in a value */
export function pathsIn(value: unknown, before: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    const path = [...before, Array.isArray(value) ? Number(key) : key];
    return [path, ...pathsIn((value as Json)[key], path)];
  });
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((all, key) => (all as Json)[key], value);
}

/** @returns a copy with another value at a path, or without it */
export function changed(chunk: Json, path: Path, value: unknown): Json {
  const copy = structuredClone(chunk);
  const holder = valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>;
  const key = path.at(-1)!;
  if (value !== GONE) holder[key] = value;
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return copy;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return value === null ? 'null' : typeof value;
}

export function shown(value: unknown): string {
  return value === GONE ? 'gone' : JSON.stringify(value);
}

/** Whether a value is of the same type as the one before, so that a reader may well take it. */
export function isLike(before: unknown, value: unknown): boolean {
  return kindOf(before) === kindOf(value) && shown(value) !== '[]';
}
