/**
 * A reply on its way from the inspector to the tester of a rule. In the memory of the page only, and only until it is
 * taken: the inspector promises that nothing of what it saw is kept.
 */
let waiting = '';

/** Hands a reply over: the form for a new rule opens with it. */
export function handReply(text: string): void {
  waiting = text;
}

/** @returns the reply that was handed over last, once; '' where there is none */
export function takeReply(): string {
  const text = waiting;
  waiting = '';
  return text;
}
