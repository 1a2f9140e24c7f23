import type { JSX } from 'preact';
import { Card } from '../parts/controls.tsx';
import { pageTexts } from '../parts/texts.ts';
import { choiceText, valueText } from '../../settings/choice-text.ts';
import { choiceOf, chosenKeys, type ChoiceKey } from '../../settings/settings.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import { ChoiceSwitch, type Place } from './choice-row.tsx';
import { Button } from '../parts/button.tsx';

/** The two switches of all repairs, and the exceptions that were made in the inspector. */
export function RepairsCard({ at }: { readonly at: Place }): JSX.Element {
  const { layers } = at;
  const keys = [...chosenKeys(layers.site ?? layers.everywhere), ...chosenKeys(layers.managed)];
  const exceptions = [...new Set(keys.filter((key) => key.startsWith('repairs.')))];
  return (
    <Card title={texts.repairsTitle} about={texts.nextReply}>
      <div class="rows">
        <ChoiceSwitch at={at} of="repairBroken" />
        <ChoiceSwitch at={at} of="repairLegal" />
      </div>
      {exceptions.length > 0 && (
        <section class="fold">
          <h3>{texts.exceptions}</h3>
          <ul class="rows">
            {exceptions.map((key) => (
              <Exception key={key} of={key} at={at} />
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

/** One repair that is on or off whatever the switches say. */
function Exception({ of: key, at }: { readonly of: ChoiceKey; readonly at: Place }): JSX.Element {
  const { site, layers, change } = at;
  const managed = choiceOf(layers.managed, key);
  const { name } = choiceText(key, []);
  return (
    <li class="row" data-exception={key}>
      <span class="words">
        <span lang="en">{name}</span>{' '}
        <span class="tag">
          {valueText(managed ?? choiceOf(layers.site ?? layers.everywhere, key))}
        </span>
      </span>
      {managed === undefined ? (
        <Button
          text={texts.removeException}
          aria-label={pageTexts.of(texts.removeException, name)}
          onClick={() => void change({ type: 'unchoose', origin: site, keys: [key] })}
        />
      ) : (
        <span class="tag">{pageTexts.locked}</span>
      )}
    </li>
  );
}
