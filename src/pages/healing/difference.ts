/** Lines that both texts have, that only one has, or that are not shown. */
export type Piece =
  | { readonly kind: 'kept' | 'removed' | 'added'; readonly lines: readonly string[] }
  | { readonly kind: 'skipped'; readonly count: number };

/** Lines shown before and after a change. */
const CONTEXT = 3;

/**
 * Compares a text with its cleaned version. Cleaning nearly always removes whole lines, so one walk
 * along both texts finds them. Otherwise all of it counts as replaced.
 * @returns the pieces in order, with long unchanged stretches left out
 */
export function differenceOf(before: string, after: string): readonly Piece[] {
  const old = before.split('\n');
  const now = after.split('\n');
  const replaced = [
    { kind: 'removed', lines: old } as const,
    { kind: 'added', lines: now } as const,
  ];
  return shorten(removedLines(old, now) ?? replaced);
}

type Line = Extract<Piece, { readonly lines: readonly string[] }>;

/**
 * From the end: blank lines that are removed with a marker are behind it.
 * @returns null if the new lines are not the old ones with some removed
 */
function removedLines(old: readonly string[], now: readonly string[]): readonly Line[] | null {
  const pieces: { kind: 'kept' | 'removed'; lines: string[] }[] = [];
  let next = now.length - 1;
  for (const line of old.toReversed()) {
    const kind = next >= 0 && line === now[next] ? 'kept' : 'removed';
    if (kind === 'kept') next--;
    const last = pieces.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else pieces.push({ kind, lines: [line] });
  }
  return next < 0
    ? pieces.toReversed().map(({ kind, lines }) => ({ kind, lines: lines.toReversed() }))
    : null;
}

function shorten(pieces: readonly Line[]): readonly Piece[] {
  return pieces.flatMap((piece, i): readonly Piece[] => {
    if (piece.kind !== 'kept') return [piece];
    const head = i === 0 ? 0 : CONTEXT;
    const tail = i === pieces.length - 1 ? 0 : CONTEXT;
    const count = piece.lines.length - head - tail;
    // A line that says "one line" is no shorter than that line.
    if (count <= 1) return [piece];
    const first = { kind: 'kept', lines: piece.lines.slice(0, head) } as const;
    const last = { kind: 'kept', lines: piece.lines.slice(piece.lines.length - tail) } as const;
    return [...(head > 0 ? [first] : []), { kind: 'skipped', count }, ...(tail > 0 ? [last] : [])];
  });
}
