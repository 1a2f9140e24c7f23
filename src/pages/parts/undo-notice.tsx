import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import { pageTexts } from './texts.ts';

interface UndoNoticeProps {
  /** What was done. */
  readonly text: string;
  /** Null once it was undone. */
  readonly onUndo: (() => void) | null;
}

/**
 * Says what was done, with a button that undoes it. Takes the focus if the button pressed is gone.
 */
export function UndoNotice({ text, onUndo }: UndoNoticeProps): JSX.Element {
  const notice = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body)
      (notice.current?.querySelector('button') ?? notice.current)?.focus();
  }, [text]);
  return (
    <p
      ref={notice}
      class="notice steps"
      role="status"
      tabIndex={-1}
      data-undo={onUndo ? 'open' : 'done'}
    >
      <span>{text}</span>
      {onUndo && <Button step="undo" text={pageTexts.undo} onClick={onUndo} />}
    </p>
  );
}
