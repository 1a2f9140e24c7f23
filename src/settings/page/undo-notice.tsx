import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChoiceRequest } from '../keep-choices.ts';
import { settingsTexts as texts } from '../texts.ts';

/** What was done last and can be taken back. */
export interface Undo {
  /** What was done. */
  readonly words: string;
  /** Where: null for all sites. */
  readonly site: string | null;
  /** Takes it back; null once it was taken back. */
  readonly request: ChoiceRequest | null;
}

/** As long as the page is open: it outlives the section. */
let kept: Undo | null = null;

/** @returns what can be taken back by now, and how to say that there is something, or nothing any more */
export function useUndo(): readonly [Undo | null, (undo: Undo | null) => void] {
  const [undo, setUndo] = useState(kept);
  function keep(next: Undo | null): void {
    kept = next;
    setUndo(next);
  }
  return [undo, keep];
}

interface UndoNoticeProps {
  readonly undo: Undo;
  readonly onUndo: () => void;
}

/** Says what was done. It takes the focus from the button that did it and is gone by now. */
export function UndoNotice({ undo, onUndo }: UndoNoticeProps): JSX.Element {
  const words = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) words.current?.focus();
  }, [undo]);
  return (
    <div class="notice row" data-undo={undo.request ? 'open' : 'done'}>
      <p ref={words} tabIndex={-1} class="words" role="status">
        {undo.words}
      </p>
      {undo.request && (
        <button type="button" class="button" data-step="undo" onClick={onUndo}>
          {texts.undo}
        </button>
      )}
    </div>
  );
}
