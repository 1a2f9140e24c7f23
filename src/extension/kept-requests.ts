/**
 * Requests that outlive the page that makes them. A message is lost if its sender closes before a
 * sleeping background has started, as the popup does under a permission prompt (Chromium 156), or
 * when somebody presses its switch and goes on. So each request is first written into
 * `storage.session`, where only our own pages can write: the change wakes the background, which
 * carries out what it finds there.
 */
import { browser } from 'wxt/browser';
import { isObject } from '../normalizer/json/json-edit.ts';
import { storageKeys } from './storage.ts';

/** A request as it was kept. */
export interface KeptRequest {
  /** Its key in `storage.session`. */
  readonly key: string;
  readonly request: Readonly<Record<string, unknown>>;
}

const PREFIX = 'asked:';
/** Milliseconds after which nobody expects it to be carried out any more. */
const VALID_FOR = 5 * 60_000;

/** Requests of this page so far: two may be made within a millisecond. */
let made = 0;

/**
 * @returns a key for the next request, which no other page uses: they are not loaded at the same
 * microsecond
 */
export function nextKey(): string {
  made += 1;
  return `${PREFIX}${performance.timeOrigin}-${made}`;
}

/** Keeps a request. Never rejects: if the storage does, there is still the message. */
export async function keepRequest(key: string, request: object): Promise<void> {
  try {
    await browser.storage.session.set({ [key]: { at: Date.now(), number: made, request } });
  } catch {
    // Full, for instance.
  }
}

export async function forgetRequest(key: string): Promise<void> {
  await browser.storage.session.remove(key);
}

/**
 * @returns those of these types, in the order in which they were made; those that are too old are
 * deleted
 */
export async function readKeptRequests(types: readonly string[]): Promise<readonly KeptRequest[]> {
  const keys = (await storageKeys('session')).filter((key) => key.startsWith(PREFIX));
  if (keys.length === 0) return [];
  const stored: Record<string, unknown> = await browser.storage.session.get(keys);
  const kept = keys.flatMap((key) => readKept(key, stored[key]) ?? []);
  const old = kept.filter(({ age }) => age < 0 || age > VALID_FOR);
  if (old.length > 0) await browser.storage.session.remove(old.map(({ key }) => key));
  return kept
    .filter((one) => !old.includes(one) && types.includes(String(one.request.type)))
    .toSorted((one, other) => other.age - one.age || one.number - other.number);
}

/** Calls back when a request is kept. Call it synchronously when the background starts. */
export function onKept(carryOut: () => void): void {
  browser.storage.onChanged.addListener(
    (changes: Readonly<Record<string, { readonly newValue?: unknown }>>, area: string) => {
      const isNew = ([key, { newValue }]: readonly [string, { readonly newValue?: unknown }]) =>
        key.startsWith(PREFIX) && newValue !== undefined;
      if (area === 'session' && Object.entries(changes).some(isNew)) carryOut();
    },
  );
}

interface Noted extends KeptRequest {
  /** In milliseconds; negative if the clock was set back since. */
  readonly age: number;
  readonly number: number;
}

function readKept(key: string, value: unknown): Noted | null {
  const { at, number, request } = isObject(value) ? value : {};
  if (typeof at !== 'number' || typeof number !== 'number' || !isObject(request)) return null;
  return { key, request, age: Date.now() - at, number };
}
