import type { JSX } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RulePack, Tells } from '../../normalizer/rules/rule.ts';
import { problemOf, type Draft, type Field } from './draft.ts';
import { fieldOf } from './problem-field.ts';
import { Tester } from './tester.tsx';
import { TextField } from './text-field.tsx';
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
      <KindField kind={draft.kind} onChoose={(kind) => set({ kind })} />
      <PatternFields draft={draft} wrong={wrong} onWrite={set} />
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

interface PatternFieldsProps {
  readonly draft: Draft;
  readonly wrong: (field: Field) => string | null;
  readonly onWrite: (some: Partial<Draft>) => void;
}

/** The pattern of a line; for a block those of its first and last line. */
function PatternFields({ draft, wrong, onWrite }: PatternFieldsProps): JSX.Element {
  const block = draft.kind === 'block';
  return (
    <>
      <TextField
        id="pattern"
        label={block ? texts.firstLine : texts.pattern}
        about={texts.patternAbout}
        value={draft.pattern}
        wrong={wrong('pattern')}
        placeholders
        onWrite={(pattern) => onWrite({ pattern })}
      />
      {block && (
        <TextField
          id="until"
          label={texts.lastLine}
          value={draft.until}
          wrong={wrong('until')}
          placeholders
          onWrite={(until) => onWrite({ until })}
        />
      )}
    </>
  );
}

/** Whether the rule removes one line, or all from a first to a last line. */
function KindField({
  kind: chosen,
  onChoose,
}: {
  readonly kind: Draft['kind'];
  readonly onChoose: (kind: Draft['kind']) => void;
}): JSX.Element {
  const name = useId();
  return (
    <fieldset>
      <legend>{texts.kind}</legend>
      {(['line', 'block'] as const).map((kind) => (
        <label class="choice" key={kind}>
          <input type="radio" name={name} value={kind} checked={chosen === kind} onChange={() => onChoose(kind)} />
          {texts[kind]}
        </label>
      ))}
    </fieldset>
  );
}

const TELLS: readonly (readonly [Tells, string])[] = [
  ['start', texts.tellsStart],
  ['end', texts.tellsEnd],
  ['nothing', texts.tellsNothing],
];

/** What a removed line says about a tool. */
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
