/** Stands in for `browser` while the real popup is photographed; `?scene=` says what the background would answer. */
import type { SiteState } from '../../src/sites/messages.ts';
import { COMPANION_ID, COMPANION_NAME, COMPANION_SOURCE } from '../../src/companion/source.ts';
import type { PageQuestion } from '../../src/detection/ask-in-page.ts';
import { createOpenWebUiApi, type StoredFunction } from '../support/open-webui-api.ts';
import { popupScenes, type OpenWebUiScene } from './popup-scenes.ts';

const query = new URLSearchParams(location.search);
const scene = popupScenes[query.get('scene') ?? 'off'];
if (!scene) throw new Error('No such scene; see popup-scenes.ts.');

let state: SiteState | null = scene.state;

async function answer(message: { type: string }): Promise<unknown> {
  if (!scene || scene.silent) throw new Error('Could not establish connection.');
  if (message.type === 'site-off' && state) state = { ...state, enabled: false };
  return state;
}

const server = scene.openWebUi && createOpenWebUiApi({ ...scene.openWebUi, functions: functionsOf(scene.openWebUi.companion) });

function functionsOf(companion: OpenWebUiScene['companion']): StoredFunction[] {
  const one = { id: COMPANION_ID, name: COMPANION_NAME, content: COMPANION_SOURCE, is_active: true, is_global: true };
  switch (companion) {
    case 'current':
      return [one];
    case 'outdated':
      return [{ ...one, content: one.content.replace(/^version: .*$/m, 'version: 0.9.0') }];
    case 'off':
      return [{ ...one, is_global: false }];
    case 'foreign':
      return [{ ...one, content: '"""\ntitle: Another function\n"""\nclass Filter:\n    pass\n' }];
    case undefined:
      return [];
  }
}

/** What the page of the tab would answer: see `askInPage`. */
async function askPage({ args: [question] }: { args: [PageQuestion] }): Promise<unknown> {
  const { method, path, body, signedIn } = question;
  if (scene?.openWebUi?.stalls === path) return new Promise(() => {});
  const token = (signedIn && scene?.openWebUi?.token) || null;
  return [{ result: server?.answer({ method, path, token, body: body === null ? null : JSON.parse(body) }) }];
}

export const browser = {
  runtime: {
    sendMessage: answer,
    getManifest: () => ({ version: '0.1.0' }),
  },
  // A picture as wide as the popup is one of the popup.
  extension: { getViews: () => (innerWidth === 360 ? [window] : []) },
  permissions: { request: async () => false },
  scripting: { executeScript: askPage },
  storage: { onChanged: { addListener() {}, removeListener() {} } },
  tabs: {
    query: async () => [{ id: 1, url: scene.url, status: scene.loading ? 'loading' : 'complete', favIconUrl: scene.icon }],
    reload: async () => {},
    async sendMessage() {
      if (scene.tab === 'none') throw new Error('Could not establish connection.');
      return { state: scene.tab, seen: scene.seen ?? [] };
    },
  },
};
