import type { JSX } from 'preact';
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import type { ActiveRule } from '../../normalizer/rules/rule.ts';
import { tryRules } from '../../normalizer/rules/try-rules.ts';
import { MAX_TEXT as LONGEST } from '../../rules/read-packs.ts';
import { ruleOf, type Draft } from './draft.ts';
import { exampleOf } from './example-of.ts';
import { piecesOf, type TriedPiece } from './tried-pieces.ts';
import { rulesTexts } from './texts.ts';

const texts = rulesTexts.tester;

/** Longest text that is tried, in UTF-16 units; it takes some 1 ms. */
const MAX_TEXT = 200_000;
/** Milliseconds without a keystroke before a text is tried. */
const PAUSE = 150;

interface TesterProps {
  readonly draft: Draft;
  /** Initial content of the field. */
  readonly reply: string;
  readonly onExamples: (examples: Pick<Draft, 'matches'> | Pick<Draft, 'keeps'>) => void;
}

/** Shows what the rule removes from a text, and keeps texts as examples. */
export function Tester({ draft, reply, onExamples }: TesterProps): JSX.Element {
  const id = useId();
  const [text, setText] = useState(reply);
  const { kind, pattern, until, tells } = draft;
  const rule = useMemo(() => activeOf(draft), [kind, pattern, until, tells]);
  const tried = useLater(text, PAUSE);
  const cuts = useMemo(() => tryRules(tried.slice(0, MAX_TEXT), [rule]), [tried, rule]);
  const pieces = useMemo(() => piecesOf(tried.slice(0, MAX_TEXT), cuts), [tried, cuts]);
  const tooLong = exampleOf(tried, cuts, LONGEST) === null;

  function keep(list: 'matches' | 'keeps'): void {
    // The current content of the field may not have been tried yet.
    const example = exampleOf(text, tryRules(text.slice(0, MAX_TEXT), [rule]), LONGEST);
    if (example === null || example.trim() === '' || draft[list].includes(example)) return;
    onExamples(list === 'matches' ? { matches: [...draft.matches, example] } : { keeps: [...draft.keeps, example] });
    setText('');
  }

  return (
    <fieldset class="tester">
      <legend>{texts.title}</legend>
      <p class="small">{texts.about}</p>
      <label class="unseen" for={id}>
        {texts.input}
      </label>
      <textarea
        id={id}
        class="entry"
        dir="auto"
        rows={5}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text.length > MAX_TEXT && <p class="small">{texts.tooLong(MAX_TEXT)}</p>}
      <p class="small" role="status" data-result={cuts.length}>
        {tried.trim() === '' ? '' : cuts.length === 0 ? texts.removesNothing : texts.removes(cuts.length)}
      </p>
      {tried.trim() !== '' && <Outcome pieces={pieces} tooLong={tooLong} onKeep={keep} />}
      <h4>{texts.examples}</h4>
      <p class="small">{texts.examplesAbout}</p>
      <Examples title={texts.going} rule={rule} list={draft.matches} onForget={(matches) => onExamples({ matches })} />
      <Examples title={texts.staying} rule={rule} list={draft.keeps} onForget={(keeps) => onExamples({ keeps })} />
    </fieldset>
  );
}

interface OutcomeProps {
  readonly pieces: readonly TriedPiece[];
  /** It is too long to be an example. */
  readonly tooLong: boolean;
  readonly onKeep: (list: 'matches' | 'keeps') => void;
}

/** What the rule removes from the text, and the buttons that keep it as an example. */
function Outcome({ pieces, tooLong, onKeep }: OutcomeProps): JSX.Element {
  return (
    <>
      <Tried pieces={pieces} name={texts.result} />
      {tooLong && <p class="small">{texts.longExample(LONGEST)}</p>}
      <div class="steps">
        <button type="button" class="button" data-step="must-go" disabled={tooLong} onClick={() => onKeep('matches')}>
          {texts.mustGo}
        </button>
        <button type="button" class="button" data-step="must-stay" disabled={tooLong} onClick={() => onKeep('keeps')}>
          {texts.mustStay}
        </button>
      </div>
    </>
  );
}

interface ExamplesProps {
  readonly title: string;
  readonly rule: ActiveRule;
  readonly list: readonly string[];
  readonly onForget: (rest: readonly string[]) => void;
}

function Examples({ title, rule, list, onForget }: ExamplesProps): JSX.Element | null {
  if (list.length === 0) return null;
  return (
    <>
      <h5>{title}</h5>
      <ul class="examples">
        {list.map((text) => (
          <li key={text}>
            <Tried pieces={piecesOf(text, tryRules(text, [rule]))} name={title} />
            <button type="button" class="link" onClick={() => onForget(list.filter((one) => one !== text))}>
              {texts.forget}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A text with the parts to be removed marked: struck through, tinted, and named for screen readers. */
function Tried({ pieces, name }: { readonly pieces: readonly TriedPiece[]; readonly name: string }): JSX.Element {
  return (
    <div class="tried" dir="auto" role="group" aria-label={name} tabIndex={0}>
      {pieces.map(({ text, isRemoved }, i) =>
        isRemoved ? (
          <del key={i}>
            <span class="unseen">{texts.removedText} </span>
            {text}
          </del>
        ) : (
          <span key={i}>{text}</span>
        ),
      )}
    </div>
  );
}

function activeOf(draft: Draft): ActiveRule {
  return { ...ruleOf(draft), id: 'my-draft/rule' };
}

/** @returns the value once it has not changed for `pause` ms; at once if it is empty */
function useLater(value: string, pause: number): string {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), value === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return late;
}
