/**
 * Fakes of what the fake browser lacks: permissions, scripting and the toolbar icon, as Chromium or
 * Firefox behave, plus a background that can be stopped. Storage and these answer only in a later
 * task, so that calls really overlap.
 */
import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Browser } from 'wxt/browser';
import { createFakeMenu } from './fake-menu.ts';

type Script = Browser.scripting.RegisteredContentScript;
type Sender = Browser.runtime.MessageSender;

export const EXTENSION_ID = 'test-extension-id';
export const POPUP: Sender = {
  id: EXTENSION_ID,
  url: `chrome-extension://${EXTENSION_ID}/popup.html`,
};

export interface FakeExtension {
  /** Match patterns granted now. */
  readonly granted: Set<string>;
  /** The present registrations, in the order in which this browser runs them. */
  scripts(): Script[];
  /** Every change of the registrations so far, by the name of the call. */
  readonly scriptCalls: string[];
  /** The size-16 icon of each tab. */
  readonly icons: Map<number, string>;
  /** As the user does in a prompt or in the browser's own pages. */
  grant(...patterns: string[]): Promise<void>;
  revoke(...patterns: string[]): Promise<void>;
  /** Both browsers forget registered scripts on an update. */
  dropScripts(): void;
  /** Restarts the background, with nothing in memory. */
  start(): Promise<void>;
  /**
   * Stops the background, whatever it was doing: none of its calls returns. Let a task pass after
   * the last message.
   */
  stop(): void;
  /** Delivers a message; resolves to undefined if nobody answers. */
  send(message: unknown, sender: Sender): Promise<unknown>;
}

/** Lets everything in progress finish. */
export async function quiet(): Promise<void> {
  for (let task = 0; task < 120; task += 1) await nextTask();
}

/** One task of the event loop: the time one fake call takes. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The top page of a tab, as the browser describes it to the background. */
export function pageSender(tabId: number, url: string, more: Partial<Sender> = {}): Sender {
  const tab = { id: tabId, url } as Browser.tabs.Tab;
  return { id: EXTENSION_ID, tab, url, frameId: 0, documentId: `document-${tabId}`, ...more };
}

/** The same in a private window. */
export function privateSender(tabId: number, url: string): Sender {
  const sender = pageSender(tabId, url);
  return { ...sender, tab: { ...sender.tab, incognito: true } as Browser.tabs.Tab };
}

/** Resets the fake browser and adds the fakes. */
export function installFakeExtension({
  firefox = false,
}: { firefox?: boolean } = {}): FakeExtension {
  fakeBrowser.reset();
  Object.assign(fakeBrowser, { contextMenus: createFakeMenu().api });
  // The fake has no last focused window.
  fakeBrowser.tabs.query = (query) => queryTabs({ ...query, lastFocusedWindow: undefined });
  // What a build for this browser would have instead.
  vi.stubEnv('BROWSER', firefox ? 'firefox' : 'chrome');
  const granted = new Set<string>();
  const registered = new Map<string, Script>();
  const scriptCalls: string[] = [];
  const icons = new Map<number, string>();
  /** Calls of a background that was stopped since never return. */
  let life = 0;

  function later<A extends unknown[], R>(
    call: (...args: A) => R | Promise<R>,
  ): (...args: A) => Promise<R> {
    return async function answerLater(...args) {
      const caller = life;
      const outcome = await Promise.allSettled([(async () => call(...args))()]);
      await nextTask();
      if (caller !== life) return new Promise<R>(() => {});
      if (outcome[0].status === 'rejected') throw outcome[0].reason;
      return outcome[0].value;
    };
  }

  const onAdded = createEvent<[{ origins: string[] }]>();
  const onRemoved = createEvent<[{ origins: string[] }]>();
  Object.assign(fakeBrowser.permissions, {
    onAdded,
    onRemoved,
    // Firefox throws type errors synchronously, so the check stays outside of `later`.
    contains({ origins = [] }: { origins?: string[] }) {
      for (const pattern of origins) checkPattern(pattern, firefox);
      return contains(origins);
    },
  });
  const contains = later((origins: string[]) =>
    origins.every((wanted) => [...granted].some((grant) => covers(grant, wanted, firefox))),
  );
  Object.assign(fakeBrowser.scripting, {
    registerContentScripts: later((scripts: Script[]) => {
      for (const script of scripts) {
        if (registered.has(script.id)) throw new Error(`Duplicate script ID '${script.id}'`);
        if (!script.matches?.length)
          throw new Error(`Script with ID '${script.id}' must specify 'matches'.`);
        for (const pattern of script.matches) checkPattern(pattern, firefox);
      }
      scriptCalls.push('register');
      for (const script of scripts) registered.set(script.id, structuredClone(script));
    }),
    updateContentScripts: later((scripts: Script[]) => {
      for (const script of scripts) {
        if (!registered.has(script.id))
          throw new Error(`Content script with ID '${script.id}' does not exist`);
        for (const pattern of script.matches ?? []) checkPattern(pattern, firefox);
      }
      scriptCalls.push('update');
      for (const script of scripts) {
        const merged = { ...registered.get(script.id), ...structuredClone(script) } as Script;
        // Firefox moves updated scripts to the end.
        if (firefox) registered.delete(script.id);
        registered.set(script.id, merged);
      }
    }),
    unregisterContentScripts: later((filter?: { ids?: string[] }) => {
      const ids = filter?.ids ?? [...registered.keys()];
      for (const id of ids)
        if (!registered.has(id)) throw new Error(`Nonexistent script ID '${id}'`);
      scriptCalls.push('unregister');
      for (const id of ids) registered.delete(id);
    }),
    getRegisteredContentScripts: later(() =>
      [...registered.values()].map((script) => ({
        ...structuredClone(script),
        matches: script.matches?.toSorted(),
        ...(firefox ? { cssOrigin: 'author' } : { matchOriginAsFallback: false }),
      })),
    ),
  });
  Object.assign(fakeBrowser.action, {
    setIcon: later(({ tabId, path }: { tabId: number; path: Record<string, string> }) => {
      icons.set(tabId, path[16] ?? '');
    }),
  });
  for (const area of [fakeBrowser.storage.local, fakeBrowser.storage.session])
    slowDown(area, later);

  return {
    granted,
    scripts: () => (firefox ? [...registered.values()] : [...registered.values()].toSorted(byId)),
    scriptCalls,
    icons,
    async grant(...patterns) {
      for (const pattern of patterns) granted.add(pattern);
      await onAdded.trigger({ origins: patterns });
    },
    async revoke(...patterns) {
      for (const pattern of patterns) granted.delete(pattern);
      await onRemoved.trigger({ origins: patterns });
    },
    dropScripts: () => registered.clear(),
    async start() {
      vi.resetModules();
      const { default: background } = await import('../../entrypoints/background.ts');
      background.main();
    },
    stop() {
      life += 1;
      onAdded.removeAllListeners();
      onRemoved.removeAllListeners();
      for (const event of backgroundEvents()) event.removeAllListeners();
    },
    send(message, sender) {
      return new Promise((resolve) => {
        fakeBrowser.runtime.onMessage
          .trigger(structuredClone(message), sender, resolve)
          .then(
            (answers) =>
              answers.some((answer) => (answer as unknown) === true) || resolve(undefined),
            resolve,
          );
      });
    },
  };
}

function backgroundEvents(): { removeAllListeners(): void }[] {
  const { runtime, tabs, storage, windows, notifications } = fakeBrowser;
  return [
    runtime.onMessage,
    runtime.onInstalled,
    runtime.onStartup,
    tabs.onUpdated,
    tabs.onActivated,
    tabs.onRemoved,
    windows.onFocusChanged,
    notifications?.onClicked,
    storage.onChanged,
  ];
}

type Later = <A extends unknown[], R>(
  call: (...args: A) => R | Promise<R>,
) => (...args: A) => Promise<R>;

interface StorageMethods {
  get(keys?: unknown): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string | string[]): Promise<void>;
}

const queryTabs = fakeBrowser.tabs.query.bind(fakeBrowser.tabs);

/** Kept from the first time on, so that installing again does not add up delays. */
const fastMethods = new WeakMap<object, StorageMethods>();

function slowDown(area: object, later: Later): void {
  const methods = area as StorageMethods;
  const { get, set, remove } = fastMethods.get(area) ?? methods;
  fastMethods.set(area, { get, set, remove });
  // A copy, as from browsers: changing what was read must not change what is stored.
  methods.get = later(async (keys?: unknown) => structuredClone(await get(keys)));
  methods.set = later(set);
  methods.remove = later(remove);
}

function createEvent<A extends unknown[]>() {
  const listeners = new Set<(...args: A) => unknown>();
  return {
    addListener: (listener: (...args: A) => unknown) => void listeners.add(listener),
    removeListener: (listener: (...args: A) => unknown) => void listeners.delete(listener),
    hasListener: (listener: (...args: A) => unknown) => listeners.has(listener),
    removeAllListeners: () => listeners.clear(),
    trigger: (...args: A) => Promise.all([...listeners].map((listener) => listener(...args))),
  };
}

interface Pattern {
  readonly scheme: string;
  readonly host: string;
  /** Empty = any. */
  readonly port: string;
}

function parsePattern(pattern: string): Pattern {
  const match = /^(\*|https?):\/\/(\[[0-9a-f:]+\]|[^/:[\]]+)(?::(\d+|\*))?\/\*$/.exec(pattern);
  if (!match) throw new Error(`Invalid value for origin pattern ${pattern}`);
  const [, scheme = '', host = '', port = ''] = match;
  return { scheme, host, port: port === '*' ? '' : port };
}

function checkPattern(pattern: string, firefox: boolean): void {
  const { scheme, port } = parsePattern(pattern);
  if (!firefox && scheme === '*' && port !== '') throw new Error(`Invalid port. ${pattern}`);
}

function covers(grant: string, wanted: string, firefox: boolean): boolean {
  const [have, want] = [parsePattern(grant), parsePattern(wanted)];
  // Firefox accepts patterns with a port and never matches them.
  if (firefox && (have.port !== '' || want.port !== '')) return false;
  return (
    (have.scheme === '*' || have.scheme === want.scheme) &&
    (have.host === '*' ||
      have.host === want.host ||
      (have.host.startsWith('*.') && `.${want.host}`.endsWith(have.host.slice(1)))) &&
    (have.port === '' || have.port === want.port)
  );
}

function byId(a: Script, b: Script): number {
  return a.id < b.id ? -1 : 1;
}
