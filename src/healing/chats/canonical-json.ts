interface Member {
  readonly key: string;
  readonly value: string;
}

const SPACE = ' \n\r\t';

/**
 * @param text valid JSON
 * @returns a text that is equal for two JSON texts with the same meaning, and for no others. The order of keys, white
 * space between tokens and the escaping of characters are ignored; numbers are compared as written, and duplicate keys
 * all count, whereas parsing would merge them into one value.
 */
export function canonicalJson(text: string): string {
  let at = 0;

  function skipSpace(): void {
    while (SPACE.includes(text.charAt(at)) && at < text.length) at++;
  }

  function readString(): string {
    const start = at;
    for (at = text.indexOf('"', at + 1); at !== -1; at = text.indexOf('"', at + 1)) {
      let escapes = at;
      while (text[escapes - 1] === '\\') escapes--;
      if ((at - escapes) % 2 === 0) break;
    }
    at = at === -1 ? text.length : at + 1;
    const raw = text.slice(start, at);
    return raw.includes('\\') ? JSON.stringify(JSON.parse(raw)) : raw;
  }

  function readItems<T>(close: string, read: () => T): T[] {
    const items: T[] = [];
    at++;
    for (skipSpace(); at < text.length && text[at] !== close; skipSpace()) {
      if (text[at] === ',') at++;
      else items.push(read());
    }
    at++;
    return items;
  }

  function readMember(): Member {
    const key = readString();
    skipSpace();
    at++;
    return { key, value: readValue() };
  }

  function readValue(): string {
    skipSpace();
    const open = text[at];
    if (open === '"') return readString();
    if (open === '{')
      return `{${inOrder(readItems('}', readMember))
        .map(({ key, value }) => `${key}:${value}`)
        .join()}}`;
    if (open === '[') return `[${readItems(']', readValue).join()}]`;
    const start = at;
    while (at < text.length && !`,]}${SPACE}`.includes(text.charAt(at))) at++;
    return text.slice(start, at);
  }

  return readValue();
}

/** Sorts by key; duplicate keys keep their order, as the last one counts. */
function inOrder(members: readonly Member[]): readonly Member[] {
  return members.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}
