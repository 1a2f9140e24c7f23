/**
 * The settings: chosen once for all sites, and again for each site. Only choices are stored, never
 * the resulting values, so a changed default reaches every site without a choice of its own. Pure.
 */
import { isEmptyObject, isObject } from '../normalizer/json/json-edit.ts';
import { isRepairId } from '../normalizer/repairs/repair.ts';
import type { Hermes } from './hermes.ts';
import { isPackId } from '../normalizer/rules/rule.ts';

/** The settings that apply. */
export interface Settings {
  /** Badges are shown. */
  readonly badges: boolean;
  /** Points out a faked call: one that the model only wrote. */
  readonly imitation: boolean;
  /** An agent that asks can be told never to ask again about such commands. */
  readonly always: boolean;
  /** Removes markers and tool events from replies. */
  readonly replies: boolean;
  /** Removes markers from the chat history that is sent. */
  readonly history: boolean;
  /** Removes markers from stored chats before the page shows them. */
  readonly storedChats: boolean;
  /**
   * The site runs Hermes, so what looks like a marker is one. If nobody chose, `hermesOf` decides
   * by what was seen there.
   */
  readonly hermes: boolean;
  /** Repairs broken streams. */
  readonly repairBroken: boolean;
  /** Applies the repairs that change a legal stream, too. */
  readonly repairLegal: boolean;
  /**
   * Exceptions from these two, by the id of a repair. Up to version 0.1, every repair had its own
   * switch here; what was stored then, exported or set by an administrator means the same now.
   */
  readonly repairs: Readonly<Record<string, boolean>>;
  /** The rule packs that are on, by id; all others are off. */
  readonly packs: Readonly<Record<string, boolean>>;
}

/** A person's choices; a missing key was not chosen. */
export type Choices = Partial<Settings>;

/** The name of one choice: `repairs` and `packs` have one for each entry. */
export type ChoiceKey =
  | Exclude<keyof Settings, 'repairs' | 'packs'>
  | `repairs.${string}`
  | `packs.${string}`;

const SWITCHES = [
  'badges',
  'imitation',
  'always',
  'replies',
  'history',
  'storedChats',
  'hermes',
  'repairBroken',
  'repairLegal',
] as const;
/** Most repairs or packs that choices may name; more are dropped. */
const MAX_NAMED = 200;
/**
 * Choices and repairs of version 0.1 that are gone: what was stored, exported or set by an
 * administrator is ignored.
 */
const GONE: readonly string[] = ['badgeStay', 'badgePlace', 'byte-order-mark', 'padding-fields'];

/** The defaults. */
export const BUILT_IN: Settings = {
  badges: true,
  imitation: true,
  always: false,
  replies: true,
  history: true,
  storedChats: true,
  hermes: false,
  repairBroken: true,
  repairLegal: false,
  repairs: {},
  packs: {},
};

/**
 * @param layers choices, the weakest first: those for all sites, those of one site, those of an
 * administrator
 * @returns the settings in force
 */
export function settle(...layers: readonly Choices[]): Settings {
  return layers.reduce<Settings>(override, BUILT_IN);
}

/** Choices, by who made them. An administrator's choice overrides the others. */
export interface Chosen {
  readonly everywhere: Choices;
  readonly site: Choices;
  readonly managed: Choices;
}

/**
 * @returns the models of a site that are Hermes: as somebody chose for all of it, otherwise those
 * that have shown it
 */
export function hermesOf({ everywhere, site, managed }: Chosen, models: readonly string[]): Hermes {
  return managed.hermes ?? site.hermes ?? everywhere.hermes ?? models;
}

/** @returns the keys of the choices made, in the order of `Settings` */
export function chosenKeys(choices: Choices): readonly ChoiceKey[] {
  const { repairs = {}, packs = {}, ...rest } = choices;
  return [
    ...(Object.keys(rest) as (keyof typeof rest)[]).filter((key) => rest[key] !== undefined),
    ...Object.keys(repairs).map((id): ChoiceKey => `repairs.${id}`),
    ...Object.keys(packs).map((id): ChoiceKey => `packs.${id}`),
  ];
}

/** @returns the value of one choice, undefined if it was not made */
export function choiceOf(choices: Choices, key: ChoiceKey): boolean | undefined {
  if (key.startsWith('repairs.')) return own(choices.repairs, key.slice('repairs.'.length));
  if (key.startsWith('packs.')) return own(choices.packs, key.slice('packs.'.length));
  return choices[key as Exclude<keyof Settings, 'repairs' | 'packs'>];
}

/** @returns choices with only this one; none if the value does not fit the key */
export function choiceAs(key: ChoiceKey, value: boolean): Choices {
  const [group, id] = key.split('.', 2);
  return readChoices(id === undefined ? { [key]: value } : { [String(group)]: { [id]: value } });
}

/** @returns a copy of `choices`, overridden by those of `change` */
export function choose(choices: Choices, change: Choices): Choices {
  return bare(override(choices, change));
}

function override<T extends Choices>(weak: T, strong: Choices): T {
  const [repairs, packs] = [
    { ...weak.repairs, ...strong.repairs },
    { ...weak.packs, ...strong.packs },
  ];
  return { ...weak, ...strong, repairs, packs };
}

/** @returns the choices without these keys */
export function unchoose(choices: Choices, keys: readonly ChoiceKey[]): Choices {
  const gone = new Set<string>(keys);
  const rest = Object.fromEntries(
    Object.entries(choices).filter(([key]) => !gone.has(key)),
  ) as Choices;
  return bare({
    ...rest,
    repairs: without(choices.repairs, 'repairs.', gone),
    packs: without(choices.packs, 'packs.', gone),
  });
}

/**
 * Validates choices from the storage, a file, a message or an administrator.
 * @param value of unknown shape and origin
 * @param onUnknown called with each key that is unknown or has a value of the wrong kind
 * @returns a new object with known choices only; empty if there are none
 */
export function readChoices(value: unknown, onUnknown?: (key: string) => void): Choices {
  if (!isObject(value)) return {};
  const read: { -readonly [K in keyof Settings]?: Settings[K] } = {};
  for (const [key, chosen] of Object.entries(value)) {
    const known = SWITCHES.find((one) => one === key);
    if (known && typeof chosen === 'boolean') read[known] = chosen;
    else if (key === 'repairs')
      read.repairs = readSwitches(chosen, 'repairs.', isRepairId, onUnknown);
    else if (key === 'packs') read.packs = readSwitches(chosen, 'packs.', isPackId, onUnknown);
    else if (!GONE.includes(key)) onUnknown?.(key);
  }
  return bare(read);
}

type Switches = Readonly<Record<string, boolean>>;

function readSwitches(
  value: unknown,
  prefix: string,
  isKnown: (id: string) => boolean,
  onUnknown?: (key: string) => void,
): Switches {
  if (!isObject(value)) {
    onUnknown?.(prefix.slice(0, -1));
    return {};
  }
  const known: [string, boolean][] = [];
  for (const [id, on] of Object.entries(value)) {
    if (GONE.includes(id)) continue;
    if (isKnown(id) && typeof on === 'boolean' && known.length < MAX_NAMED) known.push([id, on]);
    else onUnknown?.(prefix + id);
  }
  return Object.fromEntries(known);
}

function own(switches: Switches = {}, id: string): boolean | undefined {
  return Object.hasOwn(switches, id) ? switches[id] : undefined;
}

function without(switches: Switches = {}, prefix: string, gone: ReadonlySet<string>): Switches {
  return Object.fromEntries(Object.entries(switches).filter(([id]) => !gone.has(prefix + id)));
}

/** Drops empty entries, so that no choice at all is the empty object. */
function bare(choices: Choices): Choices {
  return Object.fromEntries(
    Object.entries(choices).filter(([, chosen]) => chosen !== undefined && !isEmptyObject(chosen)),
  ) as Choices;
}
