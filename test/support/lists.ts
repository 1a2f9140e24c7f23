/**
 * @param list where the list is that somebody keeps by hand
 * @param listed what it names
 * @param there what there is
 * @returns what to add to it and what to remove, in words; none if it is complete
 */
export function wrongIn(
  list: string,
  listed: Iterable<string>,
  there: Iterable<string>,
): readonly string[] {
  const [all, named] = [new Set(there), new Set(listed)];
  return [
    ...[...all].filter((name) => !named.has(name)).map((name) => `add ${name} to ${list}`),
    ...[...named].filter((name) => !all.has(name)).map((name) => `remove ${name} from ${list}`),
  ];
}
