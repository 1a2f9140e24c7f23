/** Stands in for `browser` while the real popup is photographed; `?scene=` says what the background would answer. */
import type { SiteState } from '../../src/sites/messages.ts';
import { popupScenes } from './popup-scenes.ts';

const query = new URLSearchParams(location.search);
const scene = popupScenes[query.get('scene') ?? 'off'];
if (!scene) throw new Error('No such scene; see popup-scenes.ts.');

let state: SiteState | null = scene.state;

async function answer(message: { type: string }): Promise<unknown> {
  if (!scene || scene.silent) throw new Error('Could not establish connection.');
  if (message.type === 'site-off' && state) state = { ...state, enabled: false };
  return state;
}

export const browser = {
  runtime: {
    sendMessage: answer,
    getManifest: () => ({ version: '0.1.0' }),
  },
  // A picture as wide as the popup is one of the popup.
  extension: { getViews: () => (innerWidth === 360 ? [window] : []) },
  permissions: { request: async () => false },
  storage: { onChanged: { addListener() {}, removeListener() {} } },
  tabs: {
    query: async () => [{ id: 1, url: scene.url, status: scene.loading ? 'loading' : 'complete', favIconUrl: scene.icon }],
    reload: async () => {},
    async sendMessage() {
      if (scene.tab === 'none') throw new Error('Could not establish connection.');
      return scene.tab;
    },
  },
};
