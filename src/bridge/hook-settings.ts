import type { HookOff, HookSettings } from './protocol.ts';
import { compileRules } from '../normalizer/rules/compile-rules.ts';
import { activeRules } from '../rules/active-rules.ts';
import type { Settings } from '../settings/settings.ts';
import type { SiteConfig } from '../settings/store.ts';

/**
 * Returns the settings for the hook of a site: no more than it needs, and nothing if the site is
 * off.
 * @param inspect somebody inspects the page
 */
export function hookSettings(
  settings: Settings,
  { enabled, packs, hermes }: SiteConfig,
  inspect: boolean,
): HookSettings | HookOff {
  if (!enabled) return { type: 'settings', enabled };
  const { replies, history, storedChats, repairBroken, repairLegal, repairs } = settings;
  return {
    type: 'settings',
    enabled,
    replies,
    history,
    storedChats,
    repairs: { broken: repairBroken, legal: repairLegal, each: repairs },
    rules: compileRules(activeRules(settings.packs, packs)),
    hermes,
    inspect,
  };
}
