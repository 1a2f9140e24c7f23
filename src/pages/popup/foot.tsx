import type { JSX } from 'preact';
import { hrefOf } from '../../extension/routes.ts';
import { PageLink } from './page-link.tsx';
import { popupTexts as texts } from './texts.ts';

interface FootProps {
  /** The site, if it has settings of its own; otherwise null. */
  readonly site: string | null;
  readonly version: string;
}

/** Links to the full page. */
export function Foot({ site, version }: FootProps): JSX.Element {
  return (
    <footer>
      <nav aria-label={texts.more}>
        {site !== null && (
          <PageLink href={hrefOf({ section: 'settings', site })} name={texts.settings} hint={texts.settingsHint} />
        )}
        <PageLink href={hrefOf({ section: 'sites', site: null })} name={texts.allSites} />
        <PageLink href={hrefOf({ section: 'statistics', site })} name={texts.report} hint={texts.reportHint} />
      </nav>
      <span>{texts.version(version)}</span>
    </footer>
  );
}
