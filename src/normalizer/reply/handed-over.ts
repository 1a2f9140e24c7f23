import { readMediaLine } from '../text/media-lines.ts';
import type { Report } from './reply-event.ts';

/** Most files that one reply hands over; a model may go round in circles. */
const MAX_FILES = 20;

/**
 * Takes the lines out of a reply by which it hands over files, and reports them: all so far, a line
 * each. The same file again, as in a copy of the text, is the same.
 * @param take as `ReplyOptions.media`
 * @returns as `TextVerdictsOptions.media`
 */
export function createHandedOver(
  take: (path: string) => string | null,
  report: Report,
): (line: string) => string | null {
  const files = new Map<string, string | null>();

  return (line) => {
    const path = readMediaLine(line);
    if (path === null) return null;
    const known = files.get(path);
    if (known !== undefined) return known;
    if (files.size >= MAX_FILES) return null;
    const put = take(path);
    files.set(path, put);
    const taken = [...files].flatMap(([each, by]) => (by === '' ? [each] : []));
    if (put === '') report({ type: 'note', note: { kind: 'files', text: taken.join('\n') } });
    return put;
  };
}
