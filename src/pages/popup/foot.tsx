import type { JSX } from 'preact';
import { hrefOf } from '../../extension/routes.ts';
import { PageLink } from './page-link.tsx';
import { popupTexts as texts } from './texts.ts';

/** Links to the full page. @param site if it has settings of its own; null for all sites */
export function Foot({ site }: { readonly site: string | null }): JSX.Element {
  return (
    <footer>
      <nav>
        <PageLink href={hrefOf({ section: 'settings', site })} name={texts.settings} />
        <PageLink href={hrefOf({ section: 'statistics', site })} name={texts.statistics} />
      </nav>
    </footer>
  );
}
