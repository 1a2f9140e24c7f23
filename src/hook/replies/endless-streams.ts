/** Connections of which it is remembered that they may carry several replies; a page has one. */
const MAX_ENDLESS = 20;

/** Streams that may carry several replies without a word between them. */
export type EndlessStreams = ReturnType<typeof createEndlessStreams>;

export function createEndlessStreams() {
  /** What parts the replies of each. */
  let parts: readonly (() => void)[] = [];

  return {
    add(part: () => void): void {
      parts = parts.concat([part]).slice(-MAX_ENDLESS);
    },
    remove(part: () => void): void {
      parts = parts.filter((one) => one !== part);
    },
    /** Returns whether a stream may carry several replies without a word between them. */
    isEndless: (): boolean => parts.length > 0,
    /** A person has said something: such streams go on with another reply. */
    turn(): void {
      for (let i = 0; i < parts.length; i++) parts[i]?.();
    },
  };
}
