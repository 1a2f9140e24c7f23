import type { HookSettings } from './protocol.ts';
import { compileRules } from '../normalizer/rules/compile-rules.ts';
import { activeRules } from '../rules/active-rules.ts';
import type { Settings } from '../settings/settings.ts';
import type { SiteWord } from '../settings/store.ts';

/**
 * Returns what the hook of a site that is on may know.
 * @param inspect somebody inspects the page
 */
export function hookSettings(settings: Settings, { packs, hermes }: SiteWord, inspect: boolean): HookSettings {
  const { replies, history, storedChats, repairs } = settings;
  return {
    type: 'settings',
    enabled: true,
    replies,
    history,
    storedChats,
    repairs: Object.keys(repairs).filter((id) => repairs[id]),
    rules: compileRules(activeRules(settings.packs, packs)),
    hermes,
    inspect,
  };
}
