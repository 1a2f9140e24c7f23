import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { nameDocument } from '../../languages/name-document.ts';
import type { Route, SectionName } from '../../extension/routes.ts';
import { NewerData } from '../parts/newer-data.tsx';
import { Side } from '../parts/side.tsx';
import { siteName } from '../parts/site-name.ts';
import { SitePicker } from '../parts/site-picker.tsx';
import { pageTexts as texts } from '../parts/texts.ts';
import { useRoute } from './use-route.ts';
import { useSection } from './use-section.ts';
import { useSites } from '../parts/use-sites.ts';

/** The sections that are the same for every site. */
const WITHOUT_SITE: readonly SectionName[] = ['sites', 'help'];
/** Sections with more to show side by side in a wide window; the others are limited to readable line lengths. */
const WIDE: readonly SectionName[] = ['statistics', 'inspector'];

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

/** One section with its heading. Each section is mounted separately; the same one is kept if only the site changes. */
function Place({ route, sites, go }: PlaceProps): JSX.Element {
  const { section } = route;
  const View = useSection(section);
  const heading = useRef<HTMLHeadingElement>(null);
  const site = WITHOUT_SITE.includes(section) ? null : route.site;
  const name = site === null ? null : siteName(site, sites ?? []);

  useLayoutEffect(() => {
    nameDocument(name === null ? texts.sections[section] : `${texts.sections[section]} · ${name}`);
  }, [section, name]);

  // The link that led here may be gone or far away, so the focus moves to the heading, but not on the first opening.
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
        {!WITHOUT_SITE.includes(section) && (
          <SitePicker site={site} sites={sites ?? []} onPick={(picked) => go({ section, site: picked })} />
        )}
      </div>
      {View === 'failed' && (
        <p class="notice failed" role="alert">
          {texts.notOpened}
        </p>
      )}
      {sites && View && View !== 'failed' && <View site={site} sites={sites} go={go} />}
    </>
  );
}

/** Whether a section was shown before. */
let navigated = false;
