import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AllChoices } from '../../settings/read-all-choices.ts';
import { isSame } from '../../settings/compare-choices.ts';
import type { ChoiceRequest } from '../../settings/requests.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import { Button } from '../parts/button.tsx';

/** The last change. */
export interface Undo {
  /** What was changed. */
  readonly words: string;
  /** Where: null for all sites. */
  readonly site: string | null;
  /** Undoes it; null once it was undone. */
  readonly request: ChoiceRequest | null;
  /** All settings after the change if undoing it replaces them all; else null. */
  readonly left: AllChoices | null;
}

/** Whether undoing it would undo more than this change: something else was changed since. */
export function isOutdated({ request, left }: Undo, all: AllChoices): boolean {
  if (!left || request?.type !== 'replace-choices') return false;
  // While it is being undone, the restored settings are there already.
  return !isSame(all, left) && !isSame(all, request.choices);
}

/** Kept as long as the page is open: it outlives the section. */
let kept: Undo | null = null;

/**
 * @param all the current settings
 * @returns the last change, null if there is none or it can no longer be undone alone; and a function that records a
 * change
 */
export function useUndo(all: AllChoices): readonly [Undo | null, (undo: Undo) => void] {
  const [, setUndo] = useState(kept);
  const undo = kept && !isOutdated(kept, all) ? kept : null;
  // For good, even if the settings later return to what they were.
  useLayoutEffect(() => {
    kept = undo;
  }, [undo]);
  function keep(next: Undo): void {
    kept = next;
    setUndo(next);
  }
  return [undo, keep];
}

/** Reports the last change. It takes the focus from the button that made it, which is gone by now. */
export function UndoNotice({ undo, onUndo }: { readonly undo: Undo; readonly onUndo: () => void }): JSX.Element {
  const words = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) words.current?.focus();
  }, [undo]);
  return (
    <div class="notice row" data-undo={undo.request ? 'open' : 'done'}>
      <p ref={words} tabIndex={-1} class="words" role="status">
        {undo.words}
      </p>
      {undo.request && <Button step="undo" text={texts.undo} onClick={onUndo} />}
    </div>
  );
}
