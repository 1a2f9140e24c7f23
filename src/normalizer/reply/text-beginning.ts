import type { Channel } from './channels.ts';
import type { Report } from './reply-event.ts';

/** UTF-16 units of a text that identify it among others. */
export const BEGINNING = 160;

/** Reports how the first text of a reply begins, as it leaves for the page. */
export interface TextBeginning {
  /** @param of what the text belongs to: only the first one is reported */
  add(of: Channel | string, text: string): void;
  /** Returns whether more of it is wanted. */
  isOpen(): boolean;
}

/** @param report null if nobody wants the text */
export function createTextBeginning(report: Report | null): TextBeginning {
  let source: Channel | string | null = null;
  let units = 0;

  return {
    add(of, text) {
      if (!report || text === '' || units >= BEGINNING) return;
      source ??= of;
      if (of !== source) return;
      const piece = text.slice(0, BEGINNING - units);
      units += piece.length;
      report({ type: 'text', text: piece });
    },
    isOpen: () => report !== null && units < BEGINNING,
  };
}
