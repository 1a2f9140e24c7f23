import { expect } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { POPUP, quiet, type FakeExtension } from '../support/fake-extension-apis.ts';
import { readStoredState, type SiteState } from '../../src/pages/popup/stored-state.ts';

export const SITE = 'http://localhost:3000';
export const PATTERN = 'http://localhost:3000/*';

/** Sends requests to the background as the popup does, and checks the outcome. */
export function createFakePopup(extension: FakeExtension) {
  /** @returns the state that results; null if the background failed */
  async function ask(type: string, origin: string): Promise<SiteState | null> {
    return (await extension.send({ type, origin }, POPUP)) === true ? state(origin) : null;
  }

  async function state(origin = SITE): Promise<SiteState> {
    return (await readStoredState(origin)).state;
  }

  return {
    state,
    switchOn: (origin = SITE) => ask('site-on', origin),
    switchOff: (origin = SITE) => ask('site-off', origin),
    pause: (origin = SITE) => ask('site-pause', origin),
    /** Where both scripts run. */
    registeredFor(): string[] {
      const [hook = [], bridge = []] = extension.scripts().map((script) => script.matches ?? []);
      expect(bridge).toEqual(hook);
      return hook;
    },
    stored(area: 'local' | 'session'): Promise<Record<string, unknown>> {
      return fakeBrowser.storage[area].get(null);
    },
    async restart(): Promise<void> {
      extension.stop();
      await extension.start();
      await quiet();
    },
  };
}
