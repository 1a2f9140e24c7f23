import type { JSX } from 'preact';
import { Button } from './button.tsx';
import { pageTexts } from './texts.ts';

interface UndoNoticeProps {
  /** What was done. */
  readonly text: string;
  /** Null once it was undone. */
  readonly onUndo: (() => void) | null;
}

/** Says what was done, with a button that undoes it. */
export function UndoNotice({ text, onUndo }: UndoNoticeProps): JSX.Element {
  return (
    <p class="notice steps" role="status" data-undo={onUndo ? 'open' : 'done'}>
      <span>{text}</span>
      {onUndo && <Button step="undo" text={pageTexts.undo} onClick={onUndo} />}
    </p>
  );
}
