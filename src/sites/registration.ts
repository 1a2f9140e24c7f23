/**
 * Registers the three scripts that run in enabled sites; no other module registers any. Works by
 * desired state: what should be registered follows from storage and permissions alone, so it can be
 * applied at any time, any number of times. Both browsers forget registered scripts when the
 * extension is updated, Chromium also when an unpacked one is reloaded.
 */
import { browser, type Browser } from 'wxt/browser';
import { matchPattern } from '../extension/origins.ts';
import { onlyPermitted } from './permissions.ts';
import { createQueue } from '../extension/promises.ts';
import { readEnabledSites } from '../settings/store.ts';

type Script = Browser.scripting.RegisteredContentScript;

const inTurn = createQueue();

/**
 * Makes the browser run the scripts in exactly the sites that are enabled and permitted, from their
 * next load on. Calls run one after another; a call that finds everything in order changes nothing.
 */
export function syncRegistrations(): Promise<void> {
  return inTurn(sync);
}

async function sync(): Promise<void> {
  const sites = await onlyPermitted(await readEnabledSites());
  const wanted = scriptsFor(sites.map((origin) => matchPattern(origin)));
  const present = await browser.scripting.getRegisteredContentScripts();
  if (wanted.length === 0) {
    if (present.length > 0) await browser.scripting.unregisterContentScripts();
    return;
  }
  const known = present.filter(({ id }) => wanted.some((script) => script.id === id));
  if (known.length !== wanted.length || present.length !== wanted.length) {
    // Other ids belong to another version: nothing to keep.
    if (present.length > 0) await browser.scripting.unregisterContentScripts();
    await browser.scripting.registerContentScripts(wanted);
    // An update of the extension empties the list, so of its own scripts only the sites can differ.
  } else if (
    known.some(({ matches = [] }) => matches.toSorted().join() !== wanted[0]?.matches?.join())
  ) {
    // Updated in place, so that a page loading at this moment finds the scripts; all in one call,
    // so that their order stays.
    await browser.scripting.updateContentScripts(wanted);
  }
}

/**
 * Chromium runs scripts in the order of their ids, Firefox in the order of registration; here both
 * are the same.
 */
function scriptsFor(patterns: readonly string[]): Script[] {
  if (patterns.length === 0) return [];
  const matches = [...new Set(patterns)].toSorted();
  // Also in frames of other pages, such as a chat in a dashboard, but not in frames without a URL,
  // which show previews.
  const common = {
    matches,
    runAt: 'document_start',
    allFrames: true,
    persistAcrossSessions: true,
  } as const;
  return [
    { ...common, id: '1-page-hook', js: ['page-hook.js'], world: 'MAIN' },
    { ...common, id: '2-page-bridge', js: ['page-bridge.js'], world: 'ISOLATED' },
    // As soon as the document has been parsed; `document_idle` would let Firefox wait for its
    // pictures too.
    {
      ...common,
      id: '3-page-badges',
      js: ['page-badges.js'],
      world: 'ISOLATED',
      runAt: 'document_end',
    },
  ];
}
