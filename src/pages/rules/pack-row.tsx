import type { ComponentChildren, JSX } from 'preact';
import type { Rule, RulePack } from '../../normalizer/rules/rule.ts';
import { SwitchRow } from '../parts/controls.tsx';
import { MAX_ALIKE } from '../../rules/pack-cost.ts';
import { MAX_RULES } from '../../rules/read-packs.ts';
import { rulesTexts as texts } from './texts.ts';

export interface PackRowProps {
  readonly pack: RulePack;
  readonly on: boolean;
  readonly locked: boolean;
  /** It costs too much, so it is off, whatever was chosen, and has no switch. */
  readonly tooSlow: boolean;
  readonly status: string | null;
  readonly onTurn: (on: boolean) => void;
  /** Null if there is nothing to reset at this level. */
  readonly onReset: (() => void) | null;
  readonly children?: ComponentChildren;
}

/** A pack: its agent, a line that it removes, the source of the format, and its switch. */
export function PackRow({ pack, on, locked, tooSlow, status, onTurn, onReset, children }: PackRowProps): JSX.Element {
  const { id, name, source, rules } = pack;
  const about = rules[0] && texts.takesOut(patternText(rules[0]));
  return (
    <li data-pack={id}>
      {tooSlow ? (
        <div class="row">
          <div class="words">
            {name}
            {about && <span class="small">{about}</span>}
            <p class="notice caution">{texts.tooSlow(MAX_ALIKE)}</p>
          </div>
        </div>
      ) : (
        <SwitchRow
          id={`packs.${id}`}
          name={name}
          about={about}
          on={on}
          locked={locked}
          status={status}
          onTurn={onTurn}
          onReset={onReset}
        />
      )}
      <details class="inside">
        <summary>{texts.rules(rules.length)}</summary>
        <ul>
          {rules.map((rule) => (
            <li key={rule.id}>
              <code>{patternText(rule)}</code>
            </li>
          ))}
        </ul>
        {isWebAddress(source) && (
          <a href={source} target="_blank" rel="noreferrer">
            {texts.source}
          </a>
        )}
      </details>
      {children}
    </li>
  );
}

interface OwnPackRowProps extends PackRowProps {
  /** Something else is being edited, and would be lost if a rule were opened. */
  readonly busy: boolean;
  readonly onAdd: () => void;
  readonly onEdit: (rule: Rule) => void;
  readonly onRemoveRule: (rule: Rule) => void;
  readonly onSave: () => void;
  readonly onRemove: () => void;
}

/** One of the person's own packs, with its actions. */
export function OwnPackRow({
  busy,
  onAdd,
  onEdit,
  onRemoveRule,
  onSave,
  onRemove,
  ...row
}: OwnPackRowProps): JSX.Element {
  const { name, rules } = row.pack;
  return (
    <PackRow {...row}>
      <ul class="own">
        {rules.map((rule) => (
          <li key={rule.id}>
            <code>{patternText(rule)}</code>
            <span class="steps">
              <button
                type="button"
                class="button"
                data-step="edit"
                disabled={busy}
                aria-label={texts.editRule(rule.pattern)}
                onClick={() => onEdit(rule)}
              >
                {texts.edit}
              </button>
              {rules.length > 1 && (
                <button
                  type="button"
                  class="button"
                  aria-label={texts.removeRuleOf(rule.pattern)}
                  onClick={() => onRemoveRule(rule)}
                >
                  {texts.removeRule}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div class="steps">
        {rules.length < MAX_RULES && (
          <button type="button" class="button" data-step="add-rule" disabled={busy} onClick={onAdd}>
            {texts.addTo}
          </button>
        )}
        <button type="button" class="button" data-step="export" aria-label={texts.exportOf(name)} onClick={onSave}>
          {texts.save}
        </button>
        <button
          type="button"
          class="button danger"
          data-step="delete"
          aria-label={texts.removeOf(name)}
          onClick={onRemove}
        >
          {texts.remove}
        </button>
      </div>
    </PackRow>
  );
}

/** The pattern as it is written; for a block its first and last line. */
function patternText(rule: Rule): string {
  return rule.kind === 'line' ? rule.pattern : `${rule.pattern} … ${rule.until}`;
}

/** The source of an imported pack is whatever its author wrote: only a web address becomes a link. */
function isWebAddress(source: string): boolean {
  return URL.canParse(source) && new URL(source).protocol === 'https:';
}
