/** Holds streams at a chosen place, so that tests can act in mid-reply without guessing times. */
import { until } from '../../src/tools/browsers/until.ts';

export interface Gate {
  /** For `AgentServerOptions.onWrite`. */
  onWrite(text: string): Promise<void> | null;
  /** For `AgentServerOptions.onAnswer`. */
  onAnswer(text: string): Promise<void> | null;
  /**
   * From now on every stream that has written `piece` waits.
   * @param answers non-streaming answers that contain it wait too
   */
  hold(piece: string, answers?: boolean): void;
  /** Waits until so many streams are held. */
  held(streams?: number): Promise<void>;
  /** Releases all, and holds none any more. */
  release(): void;
}

const HELD_MS = 30_000;

/** @returns a gate that is open */
export function createGate(): Gate {
  let wanted: string | null = null;
  let withAnswers = false;
  let waiting: (() => void)[] = [];

  function onWrite(text: string): Promise<void> | null {
    if (wanted === null || !text.includes(wanted)) return null;
    return new Promise((done) => void waiting.push(done));
  }

  return {
    onWrite,
    onAnswer: (text) => (withAnswers ? onWrite(text) : null),
    hold(piece, answers = false) {
      wanted = piece;
      withAnswers = answers;
    },
    async held(streams = 1) {
      await until(
        () => waiting.length >= streams,
        `${streams} streams to come to "${wanted}"`,
        HELD_MS,
      );
    },
    release() {
      wanted = null;
      for (const go of waiting) go();
      waiting = [];
    },
  };
}
