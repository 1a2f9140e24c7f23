import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Rule, RulePack } from '../../normalizer/rules/rule.ts';
import { ALL_PACKS } from '../../rules/all-packs.ts';
import { ruleWords } from '../../rules/derive-rules.ts';
import { newPackId } from '../../rules/own-packs.ts';
import { MAX_PACKS } from '../../rules/read-packs.ts';
import { settingState } from '../../settings/setting-state.ts';
import type { SectionProps } from '../../extension/routes.ts';
import { Card } from '../parts/controls.tsx';
import { PackRow } from './pack-row.tsx';
import { ReplyCard } from './reply-card.tsx';
import { takeReply } from './reply-to-try.ts';
import { rulesTexts as texts } from './texts.ts';
import { useRules, type Rules, type RulesState } from './use-rules.ts';
import './rules.css';
import { Failure } from '../parts/button.tsx';
import { pageTexts } from '../parts/texts.ts';
import { UndoNotice } from '../parts/undo-notice.tsx';

/** The rules: a pack or a rule for a reply, and which are on. */
export function RulesSection({ site }: SectionProps): JSX.Element {
  const rules = useRules(site);
  const { state, unread } = rules;
  if (unread) {
    return <Failure text={pageTexts.notOpened} />;
  }
  if (state === null) return <></>;
  return <Loaded key={site} rules={rules} state={state} site={site} />;
}

interface LoadedProps {
  readonly rules: Rules;
  readonly state: RulesState;
  readonly site: string | null;
}

function Loaded({ rules, state, site }: LoadedProps): JSX.Element {
  const [reply] = useState(takeReply);
  const [removed, setRemoved] = useState<RulePack | null>(null);
  const { own, layers } = state;
  const usable = useMemo(
    () =>
      [...ALL_PACKS, ...own].map((pack) => {
        const { value, locked } = settingState(`packs.${pack.id}`, layers);
        return { pack, on: value === true, locked };
      }),
    [state],
  );

  async function save(made: readonly Rule[]): Promise<boolean> {
    const id = newPackId();
    const [first] = made;
    if (!first || !(await rules.save({ id, name: ruleWords(first), source: '', rules: made })))
      return false;
    return rules.turn(id, true);
  }

  async function remove(pack: RulePack): Promise<void> {
    if (await rules.remove(pack.id)) setRemoved(pack);
  }

  async function undo(pack: RulePack): Promise<void> {
    if (await rules.save(pack)) setRemoved(null);
  }

  function rowOf(pack: RulePack, onRemove: (() => void) | null): JSX.Element {
    const { value, base, chosen, locked } = settingState(`packs.${pack.id}`, layers);
    return (
      <PackRow
        key={pack.id}
        pack={pack}
        on={value === true}
        locked={locked}
        status={site !== null && value !== base ? texts.differs : null}
        onTurn={(on) => void rules.turn(pack.id, on)}
        onReset={site !== null && chosen ? () => rules.reset(pack.id) : null}
        onRemove={onRemove}
      />
    );
  }

  return (
    <div class="rules">
      <p class="small">{texts.about}</p>
      <p class="small">{texts.safe}</p>
      {rules.notSaved !== null && <Failure text={rules.notSaved} />}
      <ReplyCard
        start={reply}
        packs={usable}
        room={own.length < MAX_PACKS}
        onTurnOn={({ id }) => void rules.turn(id, true)}
        onSave={save}
      />
      <Card title={texts.own} about={own.length === 0 ? texts.noneOwn : undefined}>
        <ul class="rows">{own.map((pack) => rowOf(pack, () => void remove(pack)))}</ul>
        {removed && own.length < MAX_PACKS && (
          <UndoNotice text={texts.removed(removed.name)} onUndo={() => void undo(removed)} />
        )}
      </Card>
      <Card title={texts.builtIn} about={texts.builtInAbout}>
        <ul class="rows">{ALL_PACKS.map((pack) => rowOf(pack, null))}</ul>
      </Card>
    </div>
  );
}
