import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ALL_PACKS } from '../../rules/all-packs.ts';
import { isOwnPackId } from '../../rules/own-packs.ts';
import { costsTooMuch } from '../../rules/pack-cost.ts';
import { writePackFile } from '../../rules/pack-file.ts';
import { MAX_PACKS } from '../../rules/read-packs.ts';
import { settingState } from '../../settings/setting-state.ts';
import { saveFile } from '../healing/save-file.ts';
import type { RulePack } from '../../normalizer/rules/rule.ts';
import { Card } from '../parts/controls.tsx';
import type { SectionProps } from '../../sites/section.ts';
import { draftOf, EMPTY, packWith, packWithout, type Draft } from './draft.ts';
import { ImportPanel } from './import-panel.tsx';
import { OwnPackRow, PackRow } from './pack-row.tsx';
import { takeReply } from './reply-to-try.ts';
import { RuleForm } from './rule-form.tsx';
import { rulesTexts as texts } from './texts.ts';
import { useRules, type Rules, type RulesState } from './use-rules.ts';
import './rules.css';

/** The rule packs: which are on, and the person's own. */
export function RulesSection({ site }: SectionProps): JSX.Element {
  const rules = useRules(site);
  const { state } = rules;
  if (state === null) return <></>;
  if (state === 'failed') {
    return (
      <p class="notice failed" role="alert">
        {texts.notRead}
      </p>
    );
  }
  return <Loaded key={site} rules={rules} state={state} site={site} />;
}

interface LoadedProps {
  readonly rules: Rules;
  readonly state: RulesState;
  readonly site: string | null;
}

function Loaded({ rules, state, site }: LoadedProps): JSX.Element {
  const [reply] = useState(takeReply);
  const { own } = state;
  const full = own.length >= MAX_PACKS;
  const [draft, setDraft] = useState<Draft | null>(reply === '' || full ? null : EMPTY);
  const [importing, setImporting] = useState(false);
  const [removed, setRemoved] = useState<RulePack | null>(null);
  const [said, setSaid] = useState('');
  const back = useRef<HTMLButtonElement>(null);
  const why = useRef<HTMLParagraphElement>(null);
  /** The form is gone, so the focus moves to where it was opened. */
  const closed = useRef(false);
  const open = draft !== null || importing;
  /** A deleted pack that can be restored keeps its id until then. */
  const taken = removed ? new Set([...state.taken, removed.id]) : state.taken;

  useLayoutEffect(() => {
    if (open || !closed.current) return;
    closed.current = false;
    (back.current ?? why.current)?.focus();
  }, [open]);

  function close(): void {
    closed.current = true;
    setDraft(null);
    setImporting(false);
  }

  async function saveDraft(written: Draft): Promise<void> {
    if (await rules.save(packWith(written, own, taken))) close();
  }

  async function removePack(pack: RulePack): Promise<void> {
    if (await rules.remove(pack.id)) setRemoved(pack);
  }

  async function takePacks(packs: readonly RulePack[]): Promise<void> {
    if (!(await rules.save(...packs))) return;
    setSaid(texts.file.taken(packs.length));
    close();
  }

  async function undo(pack: RulePack): Promise<void> {
    if (!(await rules.save(pack))) return;
    setRemoved(null);
    (back.current ?? why.current)?.focus();
  }

  function rowOf(pack: RulePack) {
    const { value, base, chosen, locked } = settingState(`packs.${pack.id}`, state.layers);
    return {
      pack,
      on: value === true,
      locked,
      tooSlow: costsTooMuch(pack),
      status: site !== null && value !== base ? texts.differs : null,
      onTurn: (on: boolean) => rules.turn(pack.id, on),
      onReset: site !== null && chosen ? () => rules.reset(pack.id) : null,
    };
  }

  return (
    <div class="rules">
      <p class="small">{texts.about}</p>
      <p class="small">{texts.safe}</p>
      {rules.failed && (
        <p class="notice failed" role="alert">
          {texts.notSaved}
        </p>
      )}
      <Card title={texts.own} about={own.length === 0 ? texts.noneOwn : texts.fromNextReply}>
        {own.length > 0 && (
          <ul class="rows">
            {own.map((pack) => (
              <OwnPackRow
                key={pack.id}
                {...rowOf(pack)}
                busy={open}
                onAdd={() => setDraft(draftOf(pack, null))}
                onEdit={(rule) => setDraft(draftOf(pack, rule))}
                onRemoveRule={(rule) => void rules.save(packWithout(pack, rule.id))}
                onSave={() => savePacks([pack], pack.id)}
                onRemove={() => void removePack(pack)}
              />
            ))}
          </ul>
        )}
        {removed && !full && (
          <p class="notice gone" role="status">
            <span>{texts.removed(removed.name)}</span>
            <button type="button" class="button" data-step="undo" onClick={() => void undo(removed)}>
              {texts.undo}
            </button>
          </p>
        )}
        {draft && (
          <RuleForm
            key={`${draft.packId}/${draft.ruleId}`}
            start={draft}
            packs={own}
            reply={reply}
            onSave={saveDraft}
            onCancel={close}
          />
        )}
        {importing && <ImportPanel taken={taken} room={MAX_PACKS - own.length} onTake={takePacks} onCancel={close} />}
        {full && (
          <p class="small" ref={why} tabIndex={-1}>
            {texts.full(MAX_PACKS)}
          </p>
        )}
        {!open && (
          <div class="steps">
            {!full && (
              <>
                <button
                  type="button"
                  class="button primary"
                  ref={back}
                  data-step="new-rule"
                  onClick={() => setDraft(EMPTY)}
                >
                  {texts.add}
                </button>
                <button type="button" class="button" data-step="import" onClick={() => setImporting(true)}>
                  {texts.importFile}
                </button>
              </>
            )}
            {own.length > 1 && (
              <button type="button" class="button" data-step="export-all" onClick={() => savePacks(own, 'packs')}>
                {texts.exportAll}
              </button>
            )}
          </div>
        )}
        {/* Always there: text that appears together with its element is not read out. */}
        <p class="unseen" role="status">
          {said}
        </p>
      </Card>
      <Card title={texts.builtIn} about={texts.builtInAbout}>
        <ul class="rows">
          {ALL_PACKS.map((pack) => (
            <PackRow key={pack.id} {...rowOf(pack)} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

function savePacks(packs: readonly RulePack[], name: string): void {
  const text = writePackFile(packs.filter(({ id }) => isOwnPackId(id)));
  saveFile(new Blob([text], { type: 'application/json' }), `stream-fixer-rules-${name}.json`);
}
