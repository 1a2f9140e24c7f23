import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import { Card } from '../parts/controls.tsx';
import { HostName } from '../parts/host-name.tsx';
import { hashOf } from '../../extension/routes.ts';
import { siteName } from '../parts/site-name.ts';
import type { SiteFigures } from '../../stats/read-figures.ts';
import { DataTable } from './charts/data-table.tsx';
import { COUNTED } from './statistics-view.ts';
import { statisticsTexts as texts } from './texts.ts';

/** Every site with its counts; each links to its own statistics. */
export function SitesCard({ sites }: { readonly sites: readonly SiteFigures[] }): JSX.Element {
  const origins = sites.map(({ origin }) => origin);
  return (
    <Card title={texts.sites}>
      <DataTable
        of={texts.sites}
        heads={[texts.site, ...COUNTED.map((id) => texts.counted[id])]}
        rows={sites.map(({ origin, figures }) => ({
          id: origin,
          name: (
            <a href={hashOf({ section: 'statistics', site: origin })}>
              <HostName name={siteName(origin, origins)} />
            </a>
          ),
          cells: COUNTED.map((id) => formats.figure(figures[id])),
        }))}
      />
    </Card>
  );
}
