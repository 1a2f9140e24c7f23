import type { JSX } from 'preact';
import { browser } from 'wxt/browser';
import { reportFailure } from '../../extension/promises.ts';
import { companionAddress, openPage } from '../../extension/routes.ts';
import { watchStorage } from '../../extension/storage.ts';
import { healingAddress } from '../../healing/address.ts';
import { withBackups } from '../../healing/backups/indexed-db-store.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import { onlyOpenWebUis } from '../../sites/greeting.ts';
import { iconTexts } from '../../sites/texts.ts';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/controls.tsx';
import { CardPlace } from '../parts/card-place.tsx';
import { siteName } from '../parts/site-name.ts';
import { pageTexts } from '../parts/texts.ts';
import { useStored } from '../parts/use-stored.ts';
import { findSiteTab } from '../popup/site-tab.ts';
import { companionTexts } from '../popup/texts.ts';

/**
 * What remains when the extension is removed, and what can be done before: on each Open WebUI,
 * chats and companion.
 * @param all sites that were ever on
 * @param isWanted the address of the page leads here
 */
export function RemovalCard({
  all,
  isWanted,
}: {
  readonly all: readonly string[];
  readonly isWanted: boolean;
}): JSX.Element {
  const { value: sites } = useStored(
    () => onlyWithRemains(all),
    watchStorage,
    'find out what it would leave behind',
    [all],
  );

  return (
    <CardPlace name="removal" isDue={isWanted && sites !== null}>
      <Card title={iconTexts.beforeRemoval} about={texts.removalAbout}>
        {sites?.length === 0 && <p>{texts.removalNone}</p>}
        <div class="rows">
          {sites?.map((site) => {
            const name = siteName(site, sites);
            const { remove } = companionTexts.titles;
            return (
              <div class="row" key={site}>
                <div class="words">
                  <p>
                    <bdi>{name}</bdi>
                  </p>
                  <a class="link" href={`/${healingAddress({ tab: null, site, chat: null })}`}>
                    {texts.removalChats}
                  </a>
                </div>
                <Button
                  step="companion"
                  text={remove}
                  aria-label={pageTexts.of(remove, name)}
                  onClick={() =>
                    void showCompanion(site).catch(reportFailure('show the companion'))
                  }
                />
              </div>
            );
          })}
        </div>
      </Card>
    </CardPlace>
  );
}

/**
 * A server that did not answer when its site was greeted counts as no Open WebUI, but its chats may
 * have been cleaned since.
 */
async function onlyWithRemains(sites: readonly string[]): Promise<readonly string[]> {
  const found = (await Promise.all([withBackups(sites), onlyOpenWebUis(sites)])).flat();
  return sites.filter((site) => found.includes(site));
}

/**
 * A server is asked through a page of its own, so one is opened behind this one if there is none.
 */
async function showCompanion(site: string): Promise<void> {
  const open = await findSiteTab(site, null);
  const tab =
    typeof open === 'number' ? open : (await browser.tabs.create({ url: site, active: false })).id;
  if (tab !== undefined) await openPage(companionAddress(tab, 'remove'));
}
