import type { SocketLine } from '../../doctor/socket-lines.ts';
import { isObject, parseJson } from '../../normalizer/json/json-edit.ts';

/** Yields the parsed lines, in order. @throws an Error naming the line that is invalid */
export function* readSocketLines(lines: Iterable<string>): Generator<SocketLine> {
  let number = 0;
  for (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    const entry = parseJson(line);
    const read =
      typeof entry === 'string'
        ? { kind: 'received' as const, frame: entry }
        : isObject(entry) && typeof entry.kind === 'string'
          ? readEntry(entry)
          : undefined;
    if (read === undefined)
      throw new Error(
        `line ${number} is neither a frame as a JSON string nor a line of a recording`,
      );
    if (read) yield read;
  }
}

/** @returns null for an entry that does not concern a socket */
function readEntry({ kind, data, body }: Record<string, unknown>): SocketLine | null {
  if (kind === 'ws-open') return { kind: 'open' };
  if (kind === 'ws-in') return typeof data === 'string' ? { kind: 'received', frame: data } : null;
  const text = kind === 'ws-out' ? data : kind === 'request' ? body : null;
  return typeof text === 'string' ? { kind: 'sent', text } : null;
}
