import type { JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { MAX_TEXT } from '../../rules/read-packs.ts';
import { rulesTexts } from './texts.ts';

const texts = rulesTexts.form;

const PLACEHOLDERS: readonly (readonly [string, string])[] = [
  ['{tool}', texts.tool],
  ['{label}', texts.label],
  ['{emoji}', texts.emoji],
  ['{anything}', texts.anything],
];

interface TextFieldProps {
  /** For tests: which one it is. */
  readonly id: string;
  readonly label: string;
  readonly about?: string;
  readonly value: string;
  /** What is wrong with it; null if nothing is. */
  readonly wrong: string | null;
  /** Offers buttons that insert placeholders into the text. */
  readonly placeholders?: boolean;
  readonly onWrite: (value: string) => void;
}

/** A text of a rule, with what is wrong with it. */
export function TextField({
  id: name,
  label,
  about,
  value,
  wrong,
  placeholders,
  onWrite,
}: TextFieldProps): JSX.Element {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  function insert(placeholder: string): void {
    const { selectionStart, selectionEnd } = input.current ?? { selectionStart: null, selectionEnd: null };
    const from = selectionStart ?? value.length;
    onWrite(value.slice(0, from) + placeholder + value.slice(selectionEnd ?? from));
    input.current?.focus();
  }

  return (
    <div class="field" data-field={name}>
      <label for={id}>{label}</label>
      <input
        id={id}
        ref={input}
        type="text"
        dir="auto"
        class={placeholders ? 'entry code' : 'entry'}
        autocomplete="off"
        maxLength={MAX_TEXT}
        spellcheck={false}
        value={value}
        aria-describedby={`${id}-about`}
        aria-invalid={wrong !== null}
        onInput={({ currentTarget }) => onWrite(currentTarget.value)}
      />
      {placeholders && <Placeholders onInsert={insert} />}
      <p id={`${id}-about`} class="small">
        {about}
      </p>
      {/* Always there: text that appears together with its element is not read out. */}
      <p class="wrong" role="status">
        {wrong}
      </p>
    </div>
  );
}

/** Buttons for the placeholders of a pattern. */
function Placeholders({ onInsert }: { readonly onInsert: (placeholder: string) => void }): JSX.Element {
  return (
    <p class="insert">
      <span class="small">{texts.insert}</span>
      {PLACEHOLDERS.map(([placeholder, words]) => (
        <button
          type="button"
          class="link"
          key={placeholder}
          aria-label={texts.insertOf(words)}
          onClick={() => onInsert(placeholder)}
        >
          {words}
        </button>
      ))}
    </p>
  );
}
