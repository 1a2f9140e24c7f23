import type { JSX } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RulePack, Tells } from '../../normalizer/rules/rule.ts';
import { MAX_TEXT } from '../../rules/read-packs.ts';
import { problemOf, type Draft, type Field } from './draft.ts';
import { fieldOf } from './problem-field.ts';
import { Tester } from './tester.tsx';
import { rulesTexts } from './texts.ts';

const texts = rulesTexts.form;

interface RuleFormProps {
  readonly start: Draft;
  /** The packs that it may be added to. */
  readonly packs: readonly RulePack[];
  /** A reply to try the rule on, or ''. */
  readonly reply: string;
  readonly onSave: (draft: Draft) => Promise<void>;
  readonly onCancel: () => void;
}

/** Edits one rule, and tries it at once. It can be saved if it has no problem. */
export function RuleForm({ start, packs, reply, onSave, onCancel }: RuleFormProps): JSX.Element {
  const [draft, setDraft] = useState(start);
  /** Problems are shown once somebody has tried to save, not while they are still typing. */
  const [tried, setTried] = useState(false);
  const problem = useMemo(() => problemOf(draft, packs), [draft, packs]);
  const heading = useRef<HTMLHeadingElement>(null);
  const names = useId();
  const block = draft.kind === 'block';

  useLayoutEffect(() => heading.current?.focus(), []);

  function set(some: Partial<Draft>): void {
    setDraft((known) => ({ ...known, ...some }));
  }

  /** @returns the problem of this field, null if there is none */
  function wrong(field: Field): string | null {
    return tried && problem && fieldOf(problem, draft) === field ? rulesTexts.problems[problem] : null;
  }

  function save(event: Event): void {
    event.preventDefault();
    setTried(true);
    if (!problem) void onSave(draft);
  }

  return (
    <form class="rule-form" onSubmit={save} noValidate>
      <h3 ref={heading} tabIndex={-1}>
        {draft.ruleId === null ? texts.newTitle : texts.editTitle}
      </h3>
      {draft.packId === null && (
        <TextField
          id="agent"
          label={texts.agent}
          about={texts.agentAbout}
          value={draft.packName}
          wrong={wrong('name')}
          onWrite={(packName) => set({ packName })}
        />
      )}
      <fieldset>
        <legend>{texts.kind}</legend>
        {(['line', 'block'] as const).map((kind) => (
          <label class="choice" key={kind}>
            <input
              type="radio"
              name={names}
              value={kind}
              checked={draft.kind === kind}
              onChange={() => set({ kind })}
            />
            {texts[kind]}
          </label>
        ))}
      </fieldset>
      <TextField
        id="pattern"
        label={block ? texts.firstLine : texts.pattern}
        about={texts.patternAbout}
        value={draft.pattern}
        wrong={wrong('pattern')}
        placeholders
        onWrite={(pattern) => set({ pattern })}
      />
      {block && (
        <TextField
          id="until"
          label={texts.lastLine}
          value={draft.until}
          wrong={wrong('until')}
          placeholders
          onWrite={(until) => set({ until })}
        />
      )}
      <TellsField tells={draft.tells} onChoose={(tells) => set({ tells })} />
      <Tester draft={draft} reply={reply} onExamples={set} />
      <p class="wrong" role="status">
        {wrong('examples')}
      </p>
      <div class="steps">
        <button type="submit" class="button primary" data-step="save-rule">
          {texts.saveRule}
        </button>
        <button type="button" class="button" data-step="cancel" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}

const TELLS: readonly (readonly [Tells, string])[] = [
  ['start', texts.tellsStart],
  ['end', texts.tellsEnd],
  ['nothing', texts.tellsNothing],
];

function TellsField({
  tells,
  onChoose,
}: {
  readonly tells: Tells;
  readonly onChoose: (tells: Tells) => void;
}): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{texts.tells}</label>
      <select
        id={id}
        value={tells}
        onChange={({ currentTarget }) => onChoose(TELLS.find(([known]) => known === currentTarget.value)?.[0] ?? tells)}
      >
        {TELLS.map(([value, words]) => (
          <option key={value} value={value} selected={value === tells}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

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

function TextField({ id: name, label, about, value, wrong, placeholders, onWrite }: TextFieldProps): JSX.Element {
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
        class={placeholders ? 'code' : undefined}
        autocomplete="off"
        maxLength={MAX_TEXT}
        spellcheck={false}
        value={value}
        aria-describedby={`${id}-about`}
        aria-invalid={wrong !== null}
        onInput={({ currentTarget }) => onWrite(currentTarget.value)}
      />
      {placeholders && (
        <p class="insert">
          <span class="small">{texts.insert}</span>
          {PLACEHOLDERS.map(([placeholder, words]) => (
            <button
              type="button"
              class="link"
              key={placeholder}
              aria-label={texts.insertOf(words)}
              onClick={() => insert(placeholder)}
            >
              {words}
            </button>
          ))}
        </p>
      )}
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
