import type { JSX } from 'preact';
import type { RulePack } from '../../normalizer/rules/rule.ts';
import { ruleWords } from '../../rules/derive-rules.ts';
import { isOwnPackId } from '../../rules/own-packs.ts';
import { settingsTexts } from '../../settings/texts.ts';
import { SwitchRow } from '../parts/controls.tsx';
import { pageTexts } from '../parts/texts.ts';
import { rulesTexts as texts } from './texts.ts';

export interface PackRowProps {
  readonly pack: RulePack;
  readonly on: boolean;
  readonly locked: boolean;
  readonly status: string | null;
  readonly onTurn: (on: boolean) => void;
  /** Null if there is nothing to reset at this level. */
  readonly onReset: (() => void) | null;
  /** Null if it is built in. */
  readonly onRemove: (() => void) | null;
}

/** A pack: its agent, a line that it removes, and its switch. */
export function PackRow({ pack, onRemove, ...state }: PackRowProps): JSX.Element {
  const { id, name, rules } = pack;
  const first = rules[0] && ruleWords(rules[0]);
  const about = first === undefined || first === name ? undefined : texts.takesOut(first);
  return (
    <li data-pack={id}>
      <SwitchRow id={`packs.${id}`} name={name} about={about} {...state} />
      {(rules.length > 1 || !onRemove) && <Inside pack={pack} />}
      {onRemove && (
        <button
          type="button"
          class="link"
          data-step="delete"
          aria-label={pageTexts.of(pageTexts.delete, name)}
          onClick={onRemove}
        >
          {pageTexts.delete}
        </button>
      )}
    </li>
  );
}

/** All rules of a pack, and where its format comes from. */
function Inside({ pack: { id, source, rules } }: Pick<PackRowProps, 'pack'>): JSX.Element {
  return (
    <details class="inside">
      <summary>{settingsTexts.rules(rules.length)}</summary>
      <ul>
        {rules.map((rule) => (
          <li key={rule.id}>
            <code>{ruleWords(rule)}</code>
          </li>
        ))}
      </ul>
      {/* That of one's own pack is whatever the author of its file wrote. */}
      {!isOwnPackId(id) && (
        <a class="link" href={source} target="_blank" rel="noreferrer">
          {texts.source}
        </a>
      )}
    </details>
  );
}
