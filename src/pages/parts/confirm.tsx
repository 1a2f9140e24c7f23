import type { JSX } from 'preact';
import { Button } from './button.tsx';
import { pageTexts as texts } from './texts.ts';

interface ConfirmProps {
  /** What would be lost. */
  readonly text: string;
  readonly onDelete: () => void;
  readonly onKeep: () => void;
}

/** Asks before something is deleted for good. */
export function Confirm({ text, onDelete, onKeep }: ConfirmProps): JSX.Element {
  return (
    <div class="notice" role="alert">
      <p>{text}</p>
      <div class="steps">
        <Button step="delete-now" kind="danger" text={texts.delete} onClick={onDelete} />
        <Button step="keep" text={texts.keep} onClick={onKeep} />
      </div>
    </div>
  );
}
