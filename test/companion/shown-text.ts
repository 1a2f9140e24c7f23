import { visibleParts } from '../../src/lib/command-text.ts';

/** Returns a command as the companion's dialog shows it: names in brackets. */
export function shownText(command: string): string {
  return visibleParts(command)
    .map(({ text, count }) => (count === 0 ? text : `[${text}${count > 1 ? ` × ${count}` : ''}]`))
    .join('');
}
