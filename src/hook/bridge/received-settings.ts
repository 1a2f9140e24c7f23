import type { HookSettings } from '../../bridge/protocol.ts';

/** Settings for a site that is off, and once the extension is gone. */
export const OFF: HookSettings = {
  type: 'settings',
  enabled: false,
  replies: false,
  history: false,
  storedChats: false,
  repairs: { broken: false, legal: false, each: {} },
  rules: null,
  hermes: [],
  inspect: false,
};

/**
 * Reads settings without throwing. A page that holds the other end too may send anything: that
 * affects only itself, but it must see no error of ours.
 */
export function readSettings(data: unknown): HookSettings | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, enabled, replies, history, storedChats, repairs, rules, hermes, inspect } =
    data as {
      readonly [K in keyof HookSettings]?: unknown;
    };
  if (type !== 'settings') return null;
  if (enabled !== true) return OFF;
  return {
    type,
    enabled,
    replies: replies === true,
    history: history === true,
    storedChats: storedChats === true,
    repairs: readRepairs(repairs),
    rules: typeof rules === 'object' ? (rules as HookSettings['rules']) : null,
    hermes: (hermes ?? []) as HookSettings['hermes'],
    inspect: inspect === true,
  };
}

function readRepairs(value: unknown): HookSettings['repairs'] {
  if (typeof value !== 'object' || value === null) return OFF.repairs;
  const { broken, legal, each } = value as {
    readonly [K in keyof HookSettings['repairs']]?: unknown;
  };
  const isKnown = typeof each === 'object' && each !== null;
  return {
    broken: broken === true,
    legal: legal === true,
    each: isKnown ? (each as HookSettings['repairs']['each']) : {},
  };
}
