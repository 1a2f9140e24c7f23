import type { HookSettings } from './protocol.ts';
import { compileRules } from '../normalizer/rules/compile-rules.ts';
import { activeRules } from '../rules/active-rules.ts';
import type { Settings } from '../settings/settings.ts';
import type { SiteConfig } from '../settings/store.ts';

/**
 * Returns the settings for the hook of a site that is on: no more than it needs.
 * @param inspect somebody inspects the page
 */
export function hookSettings(
  settings: Settings,
  { packs, hermes }: SiteConfig,
  inspect: boolean,
): HookSettings {
  const { replies, history, storedChats, repairBroken, repairLegal, repairs } = settings;
  return {
    type: 'settings',
    enabled: true,
    replies,
    history,
    storedChats,
    repairs: { broken: repairBroken, legal: repairLegal, each: repairs },
    rules: compileRules(activeRules(settings.packs, packs)),
    hermes,
    inspect,
  };
}
