import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Card } from '../parts/controls.tsx';
import type { SectionProps } from '../../extension/routes.ts';
import { siteName } from '../parts/site-name.ts';
import { ALL_PACKS } from '../../rules/all-packs.ts';
import { choicesOf, type AllChoices } from '../../settings/read-all-choices.ts';
import { ownKeys, type Layers } from '../../settings/setting-state.ts';
import type { ChoiceKey } from '../../settings/settings.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import { type Place, ChoiceSwitch } from './choice-row.tsx';
import { FileCard } from './file-card.tsx';
import { NotifyRow } from './notify-row.tsx';
import { RemovalCard } from './removal-card.tsx';
import { RepairsCard } from './repairs-card.tsx';
import { SiteRow, SitesCard } from './sites-card.tsx';
import { StatisticsCard } from '../statistics/statistics-card.tsx';
import { useSettings, type KnownSettings, type SettingsControls } from './use-settings.ts';
import { Button, Failure } from '../parts/button.tsx';
import { pageTexts } from '../parts/texts.ts';
import { UndoNotice } from '../parts/undo-notice.tsx';
import { popupTexts } from '../popup/texts.ts';
import type { ChoiceRequest } from '../../settings/requests.ts';

/** The settings of all sites or of one, and how to change them. */
export function SettingsSection({ site, sites, card }: SectionProps): JSX.Element {
  const { known, problem, change } = useSettings();
  return (
    <>
      {problem !== null && <Failure text={problem} />}
      {known && (
        <Known key={site} site={site} sites={sites} card={card} known={known} change={change} />
      )}
    </>
  );
}

interface KnownProps extends Omit<SectionProps, 'go'> {
  readonly known: KnownSettings;
  readonly change: SettingsControls['change'];
}

/** The last change of several settings at once. */
interface LastChange {
  readonly text: string;
  /** Undoes it; null once it was undone. */
  readonly undo: ChoiceRequest | null;
}

function Known({ site, sites, card, known, change }: KnownProps): JSX.Element {
  const { all, managed } = known;
  const [last, setLast] = useState<LastChange | null>(null);
  const layers: Layers = {
    everywhere: all.everywhere,
    site: site === null ? null : choicesOf(all, site),
    managed,
  };
  const at: Place = {
    site,
    layers,
    packs: all.packs,
    change(request) {
      // Undoing an import now would undo this change, too.
      setLast(null);
      return change(request);
    },
  };
  const own = ownKeys(
    at.layers,
    [...ALL_PACKS, ...all.packs].map(({ id }) => id),
  );

  async function changeAll(
    request: ChoiceRequest,
    text: string,
    undo: ChoiceRequest | null,
  ): Promise<void> {
    if (await change(request)) setLast({ text, undo });
  }

  function resetAll(): void {
    const before = site === null ? all.everywhere : choicesOf(all, site);
    const undo = { type: 'choose', origin: site, change: before } as const;
    void changeAll(
      { type: 'unchoose', origin: site, keys: own },
      texts.resetDone(own.length),
      undo,
    );
  }

  function apply(choices: AllChoices): void {
    void changeAll({ type: 'replace-choices', choices }, texts.imported, {
      type: 'replace-choices',
      choices: all,
    });
  }

  return (
    <>
      {last && (
        <UndoNotice
          text={last.text}
          onUndo={last.undo && (() => last.undo && void changeAll(last.undo, texts.undone, null))}
        />
      )}
      <PlaceCard site={site} sites={sites} known={known} own={own} onReset={resetAll} />
      {site === null && <SitesCard known={known} />}
      <BadgesCard at={at} />
      <CleaningCard at={at} />
      <RepairsCard at={at} />
      <StatisticsCard site={site} sites={sites} isWanted={card === 'statistics'} />
      <FileCard all={all} onApply={apply} />
      {site === null && <RemovalCard all={sites} isWanted={card === 'before-removal'} />}
    </>
  );
}

interface PlaceCardProps extends Omit<KnownProps, 'change' | 'card'> {
  readonly own: readonly ChoiceKey[];
  readonly onReset: () => void;
}

/** What is shown below, how much of it was changed here, and for one site whether it is on. */
function PlaceCard({ site, sites, known, own, onReset }: PlaceCardProps): JSX.Element {
  const name = site === null ? null : siteName(site, sites);
  const words = site === null ? texts.ownEverywhere(own.length) : texts.ownCount(own.length);
  const found = known.sites.find(({ origin }) => origin === site);
  return (
    <Card about={name === null ? texts.everywhere : texts.here(name)}>
      {site !== null && name !== null && (
        <SiteRow
          key={site}
          site={found ?? { origin: site, enabled: false, choices: {} }}
          name={name}
          count={null}
          asks={!known.permitted.includes(site)}
        />
      )}
      <div class="row">
        <p class="words" data-own={own.length}>
          {words}
        </p>
        {own.length > 0 && (
          <Button
            step="reset-all"
            text={pageTexts.reset}
            aria-label={pageTexts.of(pageTexts.reset, words)}
            onClick={onReset}
          />
        )}
      </div>
    </Card>
  );
}

interface CardProps {
  readonly at: Place;
}

/** What is shown in the page. */
function BadgesCard({ at }: CardProps): JSX.Element {
  return (
    <Card title={texts.badgesTitle} about={texts.atOnce}>
      <div class="rows">
        <ChoiceSwitch at={at} of="badges" />
        <ChoiceSwitch at={at} of="imitation" />
        <ChoiceSwitch at={at} of="always" />
        {at.site === null && <NotifyRow />}
      </div>
    </Card>
  );
}

/** What is removed, and from where. */
function CleaningCard({ at }: CardProps): JSX.Element {
  return (
    <Card title={popupTexts.controls.cleaning} about={texts.atOnce}>
      <div class="rows">
        <ChoiceSwitch at={at} of="replies" />
        <ChoiceSwitch at={at} of="history" />
        <ChoiceSwitch at={at} of="storedChats" />
        {at.site !== null && <ChoiceSwitch at={at} of="hermes" />}
      </div>
    </Card>
  );
}
