import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formats } from '../../languages/formats.ts';
import { siteName } from '../parts/site-name.ts';
import { pageTexts } from '../parts/texts.ts';
import type { RulePack } from '../../normalizer/rules/rule.ts';
import { choiceText, valueText } from '../../settings/choice-text.ts';
import type { Difference, PackChange, PlaceChanges } from '../../settings/compare-choices.ts';
import { choiceOf, type Choices } from '../../settings/settings.ts';
import type { SettingsFile } from '../../settings/settings-file.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import { Button } from '../parts/button.tsx';

interface ImportPreviewProps {
  readonly file: SettingsFile;
  readonly difference: Difference;
  /** The existing ones and those of the file, for their names. */
  readonly packs: readonly RulePack[];
  readonly managed: Choices;
  readonly onApply: () => void;
  readonly onCancel: () => void;
}

/** Everything that an import would change, one by one, before it does. */
export function ImportPreview({
  file,
  difference,
  packs,
  managed,
  onApply,
  onCancel,
}: ImportPreviewProps): JSX.Element {
  const { places } = difference;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [file]);
  const nothing = places.length === 0 && difference.packs.length === 0;
  const sites = places.flatMap(({ site }) => site ?? []);
  return (
    <div class="preview" data-import="preview">
      <h3 ref={heading} tabIndex={-1}>
        {texts.preview}
      </h3>
      {nothing && <p>{texts.nothing}</p>}
      {places.map((place) => (
        <Place
          key={place.site}
          place={place}
          name={place.site === null ? pageTexts.allSites : siteName(place.site, sites)}
          packs={packs}
          managed={managed}
        />
      ))}
      {difference.packs.length > 0 && <Packs changes={difference.packs} />}
      {file.leftOut.length > 0 && <p class="notice caution">{texts.leftOut(formats.list(file.leftOut))}</p>}
      <div class="steps">
        {!nothing && <Button step="apply" kind="primary" text={texts.apply} onClick={onApply} />}
        <Button step="cancel" text={pageTexts.cancel} onClick={onCancel} />
      </div>
    </div>
  );
}

interface PlaceProps {
  readonly place: PlaceChanges;
  readonly name: string;
  readonly packs: readonly RulePack[];
  readonly managed: Choices;
}

function Place({ place: { site, changes }, name, packs, managed }: PlaceProps): JSX.Element {
  return (
    <details class="fold" open data-place={site ?? ''}>
      <summary>
        <strong>{name}</strong> <span class="small">{texts.changes(changes.length)}</span>
      </summary>
      <table class="plain even">
        <thead>
          <tr>
            <th scope="col">{texts.setting}</th>
            <th scope="col">{pageTexts.before}</th>
            <th scope="col">{pageTexts.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ key, before, after }) => (
            <tr key={key} data-change={key}>
              <td>
                {choiceText(key, packs).name}{' '}
                {choiceOf(managed, key) !== undefined && <span class="tag">{pageTexts.locked}</span>}
              </td>
              <td>{valueText(before)}</td>
              <td>
                <strong>{valueText(after)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Packs({ changes }: { readonly changes: readonly PackChange[] }): JSX.Element {
  return (
    <section class="fold">
      <h4>{texts.ownPacks}</h4>
      <ul>
        {changes.map(({ id, name, fate }) => (
          <li key={id} data-pack={fate}>
            <bdi>{name}</bdi> <span class="tag">{texts.fates[fate]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
