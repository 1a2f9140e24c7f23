import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ALL_PACKS } from '../../rules/all-packs.ts';
import { isOwnPackId } from '../../rules/own-packs.ts';
import { costsTooMuch } from '../../rules/pack-cost.ts';
import { writePackFile } from '../../rules/pack-file.ts';
import { MAX_PACKS } from '../../rules/read-packs.ts';
import { settingState } from '../../settings/setting-state.ts';
import { saveFile } from '../healing/save-file.ts';
import type { RulePack } from '../../normalizer/rules/rule.ts';
import { Card } from '../parts/controls.tsx';
import type { SectionProps } from '../../extension/routes.ts';
import { draftOf, EMPTY, packWithout } from './draft.ts';
import { ImportPanel } from './import-panel.tsx';
import { OwnPackRow, PackRow, type PackRowProps } from './pack-row.tsx';
import { takeReply } from './reply-to-try.ts';
import { RuleForm } from './rule-form.tsx';
import { rulesTexts as texts } from './texts.ts';
import { useEditing, type Editing } from './use-editing.ts';
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
  const editing = useEditing(rules, state, reply);
  const rowOf = (pack: RulePack) => packRow(pack, rules, state, site);
  return (
    <div class="rules">
      <p class="small">{texts.about}</p>
      <p class="small">{texts.safe}</p>
      {rules.failed && (
        <p class="notice failed" role="alert">
          {texts.notSaved}
        </p>
      )}
      <OwnPacks rules={rules} own={state.own} editing={editing} reply={reply} rowOf={rowOf} />
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

/** @returns what the row of a pack shows and does */
function packRow(pack: RulePack, rules: Rules, { layers }: RulesState, site: string | null): PackRowProps {
  const { value, base, chosen, locked } = settingState(`packs.${pack.id}`, layers);
  return {
    pack,
    on: value === true,
    locked,
    tooSlow: costsTooMuch(pack),
    status: site !== null && value !== base ? texts.differs : null,
    onTurn: (on) => rules.turn(pack.id, on),
    onReset: site !== null && chosen ? () => rules.reset(pack.id) : null,
  };
}

interface OwnPacksProps {
  readonly rules: Rules;
  readonly own: readonly RulePack[];
  readonly editing: Editing;
  /** A reply to try a new rule on, or ''. */
  readonly reply: string;
  readonly rowOf: (pack: RulePack) => PackRowProps;
}

/** The person's own packs, and the form or the import that is open. */
function OwnPacks({ rules, own, editing, reply, rowOf }: OwnPacksProps): JSX.Element {
  const { draft, importing, open, full, removed, added } = editing;
  return (
    <Card title={texts.own} about={own.length === 0 ? texts.noneOwn : texts.fromNextReply}>
      {own.length > 0 && (
        <ul class="rows">
          {own.map((pack) => (
            <OwnPackRow
              key={pack.id}
              {...rowOf(pack)}
              busy={open}
              onAdd={() => editing.edit(draftOf(pack, null))}
              onEdit={(rule) => editing.edit(draftOf(pack, rule))}
              onRemoveRule={(rule) => void rules.save(packWithout(pack, rule.id))}
              onSave={() => savePacks([pack], pack.id)}
              onRemove={() => void editing.removePack(pack)}
            />
          ))}
        </ul>
      )}
      {own.some((pack) => pack.id === added && !rowOf(pack).on) && <p class="small">{texts.saved}</p>}
      {removed && !full && <Removed pack={removed} onUndo={() => void editing.undo(removed)} />}
      {draft && (
        <RuleForm
          key={`${draft.packId}/${draft.ruleId}`}
          start={draft}
          packs={own}
          reply={reply}
          onSave={editing.saveDraft}
          onCancel={editing.close}
        />
      )}
      {importing && (
        <ImportPanel
          taken={editing.taken}
          room={MAX_PACKS - own.length}
          onTake={editing.takePacks}
          onCancel={editing.close}
        />
      )}
      {full && (
        <p class="small" ref={editing.back.why} tabIndex={-1}>
          {texts.full(MAX_PACKS)}
        </p>
      )}
      {!open && <Steps own={own} editing={editing} />}
      {/* Always there: text that appears together with its element is not read out. */}
      <p class="unseen" role="status">
        {editing.said}
      </p>
    </Card>
  );
}

interface RemovedProps {
  readonly pack: RulePack;
  readonly onUndo: () => void;
}

/** Says that a pack was deleted, and restores it. */
function Removed({ pack, onUndo }: RemovedProps): JSX.Element {
  return (
    <p class="notice gone" role="status">
      <span>{texts.removed(pack.name)}</span>
      <button type="button" class="button" data-step="undo" onClick={onUndo}>
        {texts.undo}
      </button>
    </p>
  );
}

/** The buttons to add, import and export packs. */
function Steps({ own, editing }: Pick<OwnPacksProps, 'own' | 'editing'>): JSX.Element {
  return (
    <div class="steps">
      {!editing.full && (
        <>
          <button
            type="button"
            class="button primary"
            ref={editing.back.button}
            data-step="new-rule"
            onClick={() => editing.edit(EMPTY)}
          >
            {texts.add}
          </button>
          <button type="button" class="button" data-step="import" onClick={editing.startImport}>
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
  );
}

function savePacks(packs: readonly RulePack[], name: string): void {
  const text = writePackFile(packs.filter(({ id }) => isOwnPackId(id)));
  saveFile(new Blob([text], { type: 'application/json' }), `stream-fixer-rules-${name}.json`);
}
