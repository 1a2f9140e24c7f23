import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import { healingTexts as texts } from '../../healing/texts.ts';
import type { MarkedMessage, MarkedPart } from '../../healing/types.ts';
import { Change, Pane } from '../parts/panes.tsx';
import { pageTexts } from '../parts/texts.ts';
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
            <Pane label={pageTexts.before} of={title}>
              {pieces.filter(({ kind }) => kind !== 'added').map(PieceView)}
            </Pane>
            <Pane label={pageTexts.after} of={title}>
              {after.trim() === '' ? (
                <p class="small">{texts.emptied}</p>
              ) : (
                pieces.filter(({ kind }) => kind !== 'removed').map(PieceView)
              )}
            </Pane>
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

function PieceView(piece: Piece, i: number): JSX.Element {
  switch (piece.kind) {
    case 'kept':
      return <p key={i}>{piece.lines.join('\n')}</p>;
    case 'removed':
    case 'added':
      return <Change key={i} kind={piece.kind} text={piece.lines.join('\n')} />;
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
  return timestamp === null
    ? texts.reply(markers, number)
    : texts.replyAt(markers, number, formats.moment(timestamp));
}
