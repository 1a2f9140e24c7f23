import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import { healingTexts as texts } from '../../healing/texts.ts';
import type { MarkedMessage, MarkedPart } from '../../healing/types.ts';
import { differenceOf, type Piece } from './difference.ts';

/** A reply as it is and as it would be after cleaning. */
export function ReplyView({ message }: { readonly message: MarkedMessage }): JSX.Element {
  const title = replyTitle(message);
  return (
    <section class="reply">
      <h3>{title}</h3>
      {withoutCopies(message.parts).map(({ before, after }, i) => {
        const pieces = differenceOf(before, after);
        return (
          <div key={i} class="panes">
            <Pane label={texts.before} of={title} pieces={pieces.filter(({ kind }) => kind !== 'added')} />
            <Pane
              label={texts.after}
              of={title}
              pieces={pieces.filter(({ kind }) => kind !== 'removed')}
              empty={after.trim() === ''}
            />
          </div>
        );
      })}
    </section>
  );
}

/** The same text is in `content` and in `output`. */
function withoutCopies(parts: readonly MarkedPart[]): readonly MarkedPart[] {
  return parts.filter(({ before }, i) => parts.findIndex((other) => other.before === before) === i);
}

interface PaneProps {
  readonly label: string;
  /** Title of the reply. */
  readonly of: string;
  readonly pieces: readonly Piece[];
  /** Nothing is left of it. */
  readonly empty?: boolean;
}

function Pane({ label, of, pieces, empty }: PaneProps): JSX.Element {
  return (
    <div class="pane">
      <p class="small">{label}</p>
      {/* Reachable with Tab: it may be longer than its box. */}
      <div class="text" tabIndex={0} role="region" aria-label={texts.of(label, of)} dir="auto">
        {empty ? <p class="small">{texts.emptied}</p> : pieces.map(PieceView)}
      </div>
    </div>
  );
}

const CHANGES = { removed: 'del', added: 'ins' } as const;

function PieceView(piece: Piece, i: number): JSX.Element {
  switch (piece.kind) {
    case 'kept':
      return <p key={i}>{piece.lines.join('\n')}</p>;
    case 'removed':
    case 'added': {
      const Change = CHANGES[piece.kind];
      return (
        <Change key={i}>
          <span class="unseen">{texts[piece.kind]} </span>
          {piece.lines.join('\n')}
        </Change>
      );
    }
    case 'skipped':
      return (
        <p key={i} class="skipped">
          {texts.skipped(piece.count)}
        </p>
      );
  }
}

/** "Reply 3, 3 March 2026 at 14:05: 2 markers". */
export function replyTitle({ reply, timestamp, markers }: MarkedMessage): string {
  const number = reply + 1;
  return timestamp === null ? texts.reply(number, markers) : texts.replyAt(number, formats.moment(timestamp), markers);
}
