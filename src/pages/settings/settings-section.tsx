import type { JSX } from 'preact';
import { Card } from '../parts/controls.tsx';
import { type SectionProps, hashOf } from '../../extension/routes.ts';
import { siteName } from '../parts/site-name.ts';
import { ALL_PACKS } from '../../rules/all-packs.ts';
import type { AllChoices } from '../../settings/read-all-choices.ts';
import { choicesOf } from '../../settings/compare-choices.ts';
import { ownKeys, type Layers, settingState } from '../../settings/setting-state.ts';
import { type ChoiceKey, BADGE_PLACES, BADGE_STAYS } from '../../settings/settings.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import { type Place, ChoiceSelect, ChoiceSwitch } from './choice-row.tsx';
import { FileCard } from './file-card.tsx';
import { RepairsCard } from './repairs-card.tsx';
import { SettingsProblem } from './settings-problem.tsx';
import { SiteRow, SitesCard } from './sites-card.tsx';
import { UndoNotice, useUndo } from './undo-notice.tsx';
import { useSettings, type KnownSettings, type SettingsControls } from './use-settings.ts';
import { costsTooMuch } from '../../rules/pack-cost.ts';
import { Button } from '../parts/button.tsx';

/** The settings of all sites or of one, and how to change them. */
export function SettingsSection({ site, sites }: SectionProps): JSX.Element {
  const controls = useSettings();
  const { known, problem } = controls;
  return (
    <>
      <SettingsProblem problem={problem} />
      {known && <Known site={site} sites={sites} known={known} change={controls.change} />}
    </>
  );
}

interface KnownProps {
  readonly site: string | null;
  readonly sites: readonly string[];
  readonly known: KnownSettings;
  readonly change: SettingsControls['change'];
}

function Known({ site, sites, known, change }: KnownProps): JSX.Element {
  const { all, managed } = known;
  const [undo, setUndo] = useUndo(all);
  const layers: Layers = {
    everywhere: all.everywhere,
    site: site === null ? null : choicesOf(all, site),
    managed,
    ...(site !== null && { seen: { hermes: known.seenHermes.has(site) } }),
  };
  const at: Place = { site, layers, packs: all.packs, change };
  const own = ownKeys(
    at.layers,
    [...ALL_PACKS, ...all.packs].map(({ id }) => id),
  );

  async function resetAll(): Promise<void> {
    const before = site === null ? all.everywhere : choicesOf(all, site);
    const done = await change({ type: 'unchoose', origin: site, keys: own });
    if (done)
      setUndo({
        words: texts.resetDone(own.length),
        site,
        request: { type: 'choose', origin: site, change: before },
        left: null,
      });
  }

  async function apply(choices: AllChoices): Promise<void> {
    const done = await change({ type: 'replace-choices', choices });
    if (done)
      setUndo({ words: texts.imported, site, request: { type: 'replace-choices', choices: all }, left: choices });
  }

  async function takeBack(): Promise<void> {
    if (undo?.request && (await change(undo.request)))
      setUndo({ ...undo, words: texts.undone, request: null, left: null });
  }

  return (
    <>
      {undo && undo.site === site && <UndoNotice undo={undo} onUndo={() => void takeBack()} />}
      <PlaceCard site={site} sites={sites} known={known} own={own} onReset={() => void resetAll()} />
      {site === null && <SitesCard known={known} />}
      <BadgesCard at={at} />
      <CleaningCard at={at} />
      <PacksCard at={at} />
      <RepairsCard at={at} />
      <FileCard known={known} onApply={(choices) => void apply(choices)} />
    </>
  );
}

interface PlaceCardProps extends Omit<KnownProps, 'change'> {
  readonly own: readonly ChoiceKey[];
  readonly onReset: () => void;
}

/** What is shown below, how much of it was changed here, and for one site whether it is on. */
function PlaceCard({ site, sites, known, own, onReset }: PlaceCardProps): JSX.Element {
  const name = site === null ? null : siteName(site, sites);
  const found = known.sites.find(({ origin }) => origin === site);
  return (
    <Card about={name === null ? texts.everywhere : texts.here(name)}>
      {site !== null && name !== null && (
        <SiteRow key={site} site={found ?? { origin: site, enabled: false, choices: {} }} name={name} count={null} />
      )}
      <div class="row">
        <p class="words" data-own={own.length}>
          {site === null ? texts.ownEverywhere(own.length) : texts.own(own.length)}
        </p>
        {own.length > 0 && <Button step="reset-all" text={texts.resetAll(own.length)} onClick={onReset} />}
      </div>
    </Card>
  );
}

/** How many rule packs are on, and a link to the one place where they are switched. */
function PacksCard({ at }: { readonly at: Place }): JSX.Element {
  const packs = [...ALL_PACKS, ...at.packs];
  const on = packs.filter((pack) => !costsTooMuch(pack) && settingState(`packs.${pack.id}`, at.layers).value === true);
  return (
    <Card title={texts.packsTitle} about={texts.packsAbout}>
      <div class="row">
        <p class="words">{texts.onOf(on.length, packs.length)}</p>
        <a class="link" href={hashOf({ section: 'rules', site: at.site })}>
          {texts.packsLink}
        </a>
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
        <ChoiceSelect at={at} of="badgeStay" options={BADGE_STAYS} />
        <ChoiceSelect at={at} of="badgePlace" options={BADGE_PLACES} />
        <ChoiceSwitch at={at} of="imitation" />
        <ChoiceSwitch at={at} of="always" />
      </div>
    </Card>
  );
}

/** What is removed, and from where. */
function CleaningCard({ at }: CardProps): JSX.Element {
  return (
    <Card title={texts.cleaningTitle} about={texts.atOnce}>
      <div class="rows">
        <ChoiceSwitch at={at} of="replies" />
        <ChoiceSwitch at={at} of="history" />
        <ChoiceSwitch at={at} of="storedChats" />
        {at.site !== null && <ChoiceSwitch at={at} of="hermes" />}
      </div>
    </Card>
  );
}
