/** Chooses which of a page's reply elements belongs to an incoming reply. Pure. */
export interface Choice<T> {
  /** Reply elements in document order. */
  readonly replies: readonly T[];
  /** The person's last message, if the page marks it. */
  readonly lastUser: T | null;
  readonly follows: (later: T, earlier: T) => boolean;
  /** Whether another live reply has taken the element. */
  readonly claimed: (element: T) => boolean;
  /** Live replies that began after this one and have no element yet. */
  readonly waitingAfter: number;
}

/**
 * @returns the element; null if the page has not created it yet: a reply above the person's last message answers an
 * earlier one. Of several waiting replies, the first gets the upper element.
 */
export function chooseReply<T>({ replies, lastUser, follows, claimed, waitingAfter }: Choice<T>): T | null {
  const free = replies.filter((element) => !claimed(element));
  if (lastUser === null) return free.at(-1) ?? null;
  const answers = free.filter((element) => follows(element, lastUser));
  return answers.at(-1 - waitingAfter) ?? answers[0] ?? null;
}
