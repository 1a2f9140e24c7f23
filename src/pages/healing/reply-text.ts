import { formats } from '../../languages/formats.ts';
import { healingTexts as texts } from '../../healing/texts.ts';
import type { MarkedMessage } from '../../healing/types.ts';

/** "Reply 3, 3 March 2026 at 14:05: 2 markers". */
export function replyTitle({ reply, timestamp, markers }: MarkedMessage): string {
  const number = reply + 1;
  return timestamp === null ? texts.reply(number, markers) : texts.replyAt(number, formats.moment(timestamp), markers);
}
