import { exactFigure } from '../../popup/texts.ts';
import type { MarkedMessage } from '../types.ts';
import { countText, momentText } from './found-text.ts';

/** "Reply 3, 3 March 2026 at 14:05: 2 markers". */
export function replyTitle({ reply, timestamp, markers }: MarkedMessage): string {
  const when = timestamp === null ? '' : `, ${momentText(timestamp)}`;
  return `Reply ${exactFigure(reply + 1)}${when}: ${countText(markers, ['marker', 'markers'])}`;
}

/** What stands for lines that are not shown. */
export function skippedText(count: number): string {
  return `… ${countText(count, ['line', 'lines'])} without a change …`;
}
