import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState, useEffect } from 'preact/hooks';
import { nameDocument } from '../../languages/name-document.ts';
import {
  type Route,
  type SectionName,
  type SectionProps,
  hashOf,
  routeOf,
} from '../../extension/routes.ts';
import { NewerData } from '../parts/newer-data.tsx';
import { Side } from '../parts/side.tsx';
import { siteName } from '../parts/site-name.ts';
import { SitePicker } from '../parts/site-picker.tsx';
import { pageTexts as texts } from '../parts/texts.ts';
import { readSites, watchSites } from '../../settings/store.ts';
import { useStored } from '../parts/use-stored.ts';
import { InspectorSection } from '../inspector/inspector-section.tsx';
import { RulesSection } from '../rules/rules-section.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { HelpSection } from '../welcome/help-section.tsx';

/**
 * Sections with more to show side by side in a wide window; the others are limited to readable line
 * lengths.
 */
const WIDE: readonly SectionName[] = ['inspector'];

const VIEWS: Readonly<Record<SectionName, (props: SectionProps) => JSX.Element>> = {
  settings: SettingsSection,
  rules: RulesSection,
  inspector: InspectorSection,
  help: HelpSection,
};

/** The whole page: the list of sections, and the one that its address names. */
export function App(): JSX.Element {
  const [route, go] = useRoute();
  const sites = useSites();
  return (
    <div class={WIDE.includes(route.section) ? 'page wide' : 'page'}>
      <Side current={route.section} site={route.site} />
      <main class="column">
        <NewerData />
        <Place key={route.section} route={route} sites={sites} go={go} />
      </main>
    </div>
  );
}

interface PlaceProps {
  readonly route: Route;
  /** Null until they are known. */
  readonly sites: readonly string[] | null;
  readonly go: (route: Route) => void;
}

/**
 * One section with its heading. Each section is mounted separately; the same one is kept if only
 * the site changes.
 */
function Place({ route, sites, go }: PlaceProps): JSX.Element {
  const { section } = route;
  const View = VIEWS[section];
  const heading = useRef<HTMLHeadingElement>(null);
  // The help is the same for every site.
  const site = section === 'help' ? null : route.site;
  const name = site === null ? null : siteName(site, sites ?? []);

  useLayoutEffect(() => {
    nameDocument(name === null ? texts.sections[section] : `${texts.sections[section]} · ${name}`);
  }, [section, name]);

  // The link that led here may be gone or far away, so the focus moves to the heading, but not on
  // the first opening.
  useLayoutEffect(() => {
    if (navigated) heading.current?.focus();
    navigated = true;
  }, []);

  return (
    <>
      <div class="top">
        <h1 ref={heading} tabIndex={-1}>
          {texts.sections[section]}
        </h1>
        {section !== 'help' && (
          <SitePicker
            site={site}
            sites={sites ?? []}
            onPick={(picked) => go({ section, site: picked })}
          />
        )}
      </div>
      {sites && <View site={site} sites={sites} card={route.card} go={go} />}
    </>
  );
}

/** Whether a section was shown before. */
let navigated = false;

/**
 * @returns origins of all sites that were ever switched on, sorted, kept up to date; null until
 * they are read. Sections wait for them.
 */
function useSites(): readonly string[] | null {
  const { value, failed } = useStored(readOrigins, watchSites, 'read the list of sites', []);
  return value ?? (failed ? [] : null);
}

async function readOrigins(): Promise<readonly string[]> {
  return (await readSites()).map(({ origin }) => origin);
}

/**
 * The route of the page, taken from its address, so that the back button and bookmarks work.
 * @returns the route, and a function that navigates
 */
function useRoute(): readonly [Route, (route: Route) => void] {
  const [route, setRoute] = useState(() => routeOf(location.hash));

  useEffect(() => {
    const ending = new AbortController();
    addEventListener('hashchange', () => setRoute(routeOf(location.hash)), {
      signal: ending.signal,
    });
    return () => ending.abort();
  }, []);

  return [route, go];
}

function go(route: Route): void {
  location.hash = hashOf(route);
}
