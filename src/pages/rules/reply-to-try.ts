/**
 * A reply on its way from the inspector to the rules. It is in the memory of the page only, and
 * only until it is taken: the inspector promises to keep nothing.
 */
let waiting = '';

/** Stores a reply: the rules open with it. */
export function handReply(text: string): void {
  waiting = text;
}

/** @returns the reply stored last, once; '' if there is none */
export function takeReply(): string {
  const text = waiting;
  waiting = '';
  return text;
}
