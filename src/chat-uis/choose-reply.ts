/** Which of a page's reply elements belongs to a reply that is coming in now. Pure. */
export interface Choice<T> {
  /** Reply elements in document order. */
  readonly replies: readonly T[];
  /** The person's last message, where the page tells. */
  readonly lastUser: T | null;
  readonly follows: (later: T, earlier: T) => boolean;
  /** Element that another live reply has taken. */
  readonly claimed: (element: T) => boolean;
  /** Live replies that began after this one and have no element yet. */
  readonly waitingAfter: number;
}

/**
 * @returns the element, or null when the page has not made it yet: a reply above the person's last message answers an
 *   earlier one. Of several replies waiting at once the first gets the upper element.
 */
export function chooseReply<T>({ replies, lastUser, follows, claimed, waitingAfter }: Choice<T>): T | null {
  const free = replies.filter((element) => !claimed(element));
  if (lastUser === null) return free.at(-1) ?? null;
  const answers = free.filter((element) => follows(element, lastUser));
  return answers.at(-1 - waitingAfter) ?? answers[0] ?? null;
}
