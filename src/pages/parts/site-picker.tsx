import type { JSX } from 'preact';
import { siteName } from './site-name.ts';
import { pageTexts as texts } from './texts.ts';

interface SitePickerProps {
  /** Null for all sites. */
  readonly site: string | null;
  readonly sites: readonly string[];
  readonly onPick: (site: string | null) => void;
}

/**
 * All sites, or one of them; a site named in the address is listed even if nothing is known of it.
 */
export function SitePicker({ site, sites, onPick }: SitePickerProps): JSX.Element {
  const shown = site === null || sites.includes(site) ? sites : [...sites, site].toSorted();
  return (
    <div class="sites">
      <label for="site">{texts.site}</label>
      <select
        id="site"
        value={site ?? ''}
        onChange={({ currentTarget }) => onPick(currentTarget.value || null)}
      >
        <option value="" selected={site === null}>
          {texts.allSites}
        </option>
        {shown.map((origin) => (
          <option key={origin} value={origin} selected={origin === site}>
            {siteName(origin, shown)}
          </option>
        ))}
      </select>
    </div>
  );
}
