import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Card, SwitchRow } from '../parts/controls.tsx';
import { hashOf } from '../../extension/routes.ts';
import { siteName } from '../parts/site-name.ts';
import { pageTexts } from '../parts/texts.ts';
import { switchOff, switchOn, type SwitchProblem } from '../popup/backend.ts';
import { popupTexts } from '../popup/texts.ts';
import { ALL_PACKS } from '../../rules/all-packs.ts';
import { ownKeys } from '../../settings/setting-state.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import type { KnownSettings } from './use-settings.ts';
import { Failure } from '../parts/button.tsx';
import { welcomeTexts } from '../welcome/texts.ts';

type Site = KnownSettings['sites'][number];

/** Every site that was ever on, whether it still is, and how much is different there. */
export function SitesCard({
  known: { all, managed, sites, permitted },
}: {
  readonly known: KnownSettings;
}): JSX.Element {
  const origins = sites.map(({ origin }) => origin);
  const packs = [...ALL_PACKS, ...all.packs].map(({ id }) => id);
  /** As many as can be reset on its own page. */
  const countOf = ({ choices }: Site): number =>
    ownKeys({ everywhere: all.everywhere, site: choices, managed }, packs).length;
  return (
    <Card title={texts.sitesTitle}>
      {sites.length === 0 && <p>{texts.sitesNone}</p>}
      <div class="rows">
        {sites.map((site) => (
          <SiteRow
            key={site.origin}
            site={site}
            name={siteName(site.origin, origins)}
            count={countOf(site)}
            asks={!permitted.includes(site.origin)}
          />
        ))}
      </div>
    </Card>
  );
}

interface SiteRowProps {
  readonly site: Site;
  readonly name: string;
  /** How many settings are its own, if they are on another page; null if they are below. */
  readonly count: number | null;
  /** The browser asks before it is turned on. */
  readonly asks: boolean;
}

/** The switch of one site. Turning it on may make the browser ask. */
export function SiteRow({
  site: { origin, enabled },
  name,
  count,
  asks,
}: SiteRowProps): JSX.Element {
  const [problem, setProblem] = useState<SwitchProblem>(null);

  function turn(on: boolean): void {
    setProblem(null);
    // First thing in the click: see `switchOn`. The result is in the storage, which is watched.
    void (on ? switchOn(origin) : switchOff(origin)).then(setProblem);
  }

  const more = (
    <>
      {asks && !enabled && <span class="small">{welcomeTexts.asksNext}</span>}
      {count !== null && (
        <a
          class="link"
          href={hashOf({ section: 'settings', site: origin })}
          aria-label={texts.siteSettings(name)}
        >
          {pageTexts.sections.settings}
        </a>
      )}
    </>
  );
  return (
    <>
      <SwitchRow
        id={`site ${origin}`}
        name={count === null ? popupTexts.switchName(name) : name}
        about={count === null ? '' : texts.ownCount(count)}
        on={enabled}
        onTurn={turn}
        extra={more}
      />
      {problem && <Failure text={problem === 'denied' ? popupTexts.denied : pageTexts.notSaved} />}
    </>
  );
}
