import { readOpenWebUi } from '../../detection/open-webui.ts';
import { askBackground } from '../../extension/messages.ts';
import { createSiteCalls, findSiteTab } from '../popup/site-tab.ts';
import { readHermes } from '../../settings/store.ts';
import { createBackups } from '../../healing/backups/backups.ts';
import { createHealing, type Healing } from '../../healing/healing.ts';
import { openHealingStore } from '../../healing/backups/indexed-db-store.ts';
import { explainStorage } from '../../healing/backups/storage-trouble.ts';
import { healingTexts as texts } from '../../healing/texts.ts';

import type { Address } from '../../healing/address.ts';
import type { FigureRequest } from '../../stats/requests.ts';

/** What can be done with backups without a server. */
export type KeptBackups = Pick<Healing, 'backups' | 'exportBackups' | 'deleteBackups'>;

/** The chat server behind the page, or why there is none, in plain words. */
export type Connection =
  | { readonly kind: 'ready'; readonly healing: Healing }
  /** `backups`: null if the browser's storage fails too. */
  | { readonly kind: 'problem'; readonly why: string; readonly backups: KeptBackups | null };

/**
 * Finds a tab of the site and identifies its server. Everything else goes through this one tab.
 * Never rejects.
 */
export async function connect({ tab, site }: Address): Promise<Connection> {
  const store = await openHealingStore().catch(explainStorage);
  if (typeof store === 'string') return { kind: 'problem', why: store, backups: null };
  const through = await findSiteTab(site, tab);
  const calls = typeof through === 'number' ? createSiteCalls(site, through) : null;
  const found = calls && (await readOpenWebUi(calls));
  if (found) {
    const healing = createHealing({
      origin: site,
      version: found.version,
      call: calls.signedIn,
      store,
      readHermes: () => readHermes(site),
      // If the message is lost, only the count is missing.
      onChanged: (chatId, type) =>
        void askBackground<FigureRequest>({ type, origin: site, chat: chatId }),
    });
    return { kind: 'ready', healing };
  }
  const { list, exportAll, remove } = createBackups(store, site);
  const why =
    through === null ? texts.noTab : through === 'private' ? texts.privateTab : texts.noAnswer;
  return {
    kind: 'problem',
    why,
    backups: { backups: list, exportBackups: exportAll, deleteBackups: remove },
  };
}
