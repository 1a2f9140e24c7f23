import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Rule, RulePack } from '../../normalizer/rules/rule.ts';
import { isExact, ruleWords } from '../../rules/derive-rules.ts';
import { ORDINARY_LINES } from '../../rules/ordinary-lines.ts';
import { proposeRules, toggleLine } from '../../rules/proposal.ts';
import {
  MAX_LINES,
  readReply,
  type Reply,
  type ReplyLine,
  type UsablePack,
} from '../../rules/reply.ts';
import { MAX_PACKS } from '../../rules/read-packs.ts';
import { Card } from '../parts/controls.tsx';
import { rulesTexts } from './texts.ts';
import { Button } from '../parts/button.tsx';
import { Change } from '../parts/panes.tsx';

const texts = rulesTexts.reply;

interface ReplyCardProps {
  /** What is in the field at first. */
  readonly start: string;
  readonly packs: readonly UsablePack[];
  /** There is room for another rule. */
  readonly room: boolean;
  readonly onTurnOn: (pack: RulePack) => void;
  /** Saves rules and turns them on. @returns whether that worked */
  readonly onSave: (rules: readonly Rule[]) => Promise<boolean>;
}

/** Finds the pack for a pasted reply, or makes a rule of the lines that are selected in it. */
export function ReplyCard({ start, packs, room, onTurnOn, onSave }: ReplyCardProps): JSX.Element {
  const [pasted, setPasted] = useState(start);
  const reply = useMemo(() => readReply(pasted, packs), [pasted, packs]);
  const { offer } = reply;
  return (
    <Card title={texts.title} about={texts.about}>
      <textarea
        class="entry"
        aria-label={texts.input}
        dir="auto"
        rows={4}
        spellcheck={false}
        value={pasted}
        onInput={({ currentTarget }) => setPasted(currentTarget.value)}
      />
      {offer && (
        <p class="notice steps" role="status">
          <span>{texts.fits(offer.name)}</span>
          <Button
            step="turn-on"
            kind="primary"
            text={texts.turnOn(offer.name)}
            onClick={() => onTurnOn(offer)}
          />
        </p>
      )}
      {pasted.trim() !== '' && <RuleMaker key={pasted} reply={reply} room={room} onSave={onSave} />}
    </Card>
  );
}

interface RuleMakerProps extends Pick<ReplyCardProps, 'room' | 'onSave'> {
  readonly reply: Reply;
}

/** The lines of the reply, and the rule for the selected ones. */
function RuleMaker({ reply, room, onSave }: RuleMakerProps): JSX.Element {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [between, setBetween] = useState(false);
  const [saved, setSaved] = useState(false);
  const { rules, removed } = useMemo(
    () => proposeRules(reply, selected, between),
    [reply, selected, between],
  );

  function select(lines: ReadonlySet<string>): void {
    setSelected(lines);
    setBetween(between && lines.size > 1);
    setSaved(false);
  }

  async function save(event: Event): Promise<void> {
    event.preventDefault();
    if (rules.length === 0 || !room || !(await onSave(rules))) return;
    select(new Set());
    setSaved(true);
  }

  function outcome(): string {
    if (saved) return texts.saved;
    if (selected.size === 0 && reply.marked.size === 0 && reply.removed.size > 0) return texts.done;
    if (selected.size === 0) return texts.found(reply.marked.size);
    if (!room) return rulesTexts.full(MAX_PACKS);
    if (rules.length === 0) return texts.impossible;
    const removes = texts.removes(removed.size, ORDINARY_LINES.length);
    return rules.length === 1 && rules.every(isExact) ? `${removes} ${texts.exact}` : removes;
  }

  return (
    <form class="maker" onSubmit={(event) => void save(event)}>
      <ul class="lines" aria-label={texts.lines}>
        {reply.lines.map((line) => (
          <Line
            key={line.at}
            line={line}
            selected={selected.has(line.text)}
            marked={line.removable && reply.marked.has(line.text)}
            removed={reply.removed.has(line) || removed.has(line)}
            onToggle={
              reply.removed.has(line) ? null : () => select(toggleLine(reply, selected, line.text))
            }
          />
        ))}
      </ul>
      {reply.lines.length === MAX_LINES && <p class="small">{texts.tooLong(MAX_LINES)}</p>}
      {selected.size > 1 && (
        <label class="choice">
          <input
            type="checkbox"
            name="between"
            checked={between}
            onChange={({ currentTarget }) => setBetween(currentTarget.checked)}
          />
          {texts.between}
        </label>
      )}
      {rules.map((rule) => (
        <code key={rule.id}>{ruleWords(rule)}</code>
      ))}
      <p class="small" role="status">
        {outcome()}
      </p>
      {selected.size > 0 && (
        <div class="steps">
          <button
            type="submit"
            class="button primary"
            data-step="save-rule"
            disabled={rules.length === 0 || !room}
          >
            {texts.save}
          </button>
        </div>
      )}
    </form>
  );
}

interface LineProps {
  readonly line: ReplyLine;
  readonly selected: boolean;
  readonly marked: boolean;
  readonly removed: boolean;
  /** Null if a pack that is on removes it. */
  readonly onToggle: (() => void) | null;
}

function Line({
  line: { text, removable },
  selected,
  marked,
  removed,
  onToggle,
}: LineProps): JSX.Element | null {
  if (text === '') return null;
  const words = removed ? (
    <Change kind="removed" text={text} />
  ) : (
    <span>
      {marked && <span class="unseen">{texts.marked} </span>}
      {text}
    </span>
  );
  return (
    <li class={marked ? 'marked' : undefined} dir="auto">
      {removable && onToggle ? (
        <label>
          <input type="checkbox" checked={selected} onChange={onToggle} />
          {words}
        </label>
      ) : (
        words
      )}
    </li>
  );
}
