/**
 * Replaces `browser` while pictures of the real popup and pages are taken; `?scene=` determines its
 * answers.
 */
import { fakeBrowser } from 'wxt/testing/fake-browser';
import '../support/fake-storage-keys.ts';
import { COMPANION_ID, COMPANION_NAME, COMPANION_SOURCE } from '../../src/companion/source.ts';
import type { PageQuestion } from '../../src/detection/ask-in-page.ts';
import { answerOfChats, chatsOf } from '../support/chats-behind.ts';
import { ADMIN, createOpenWebUiApi, type StoredFunction } from '../support/open-webui-api.ts';
import type { FakeOpenWebUi } from '../healing/fake-open-webui.ts';
import { keepChoices } from '../../src/settings/keep-choices.ts';
import type { ChoiceRequest } from '../../src/settings/requests.ts';
import { keepPacks, type PackRequest } from '../../src/rules/own-pack-store.ts';
import type { FigureRequest } from '../../src/stats/requests.ts';
import { fakeI18n } from './fake-i18n.ts';
import { healingScenes, NEVER, sceneChats } from './healing-scenes.ts';
import { inspectorTabs } from './inspector-scenes.ts';
import { pageScenes } from './page-scenes.ts';
import { popupScenes, type OpenWebUiScene, type PopupScene } from './popup-scenes.ts';
import { popupStorage } from './popup-storage.ts';

// The server with chats was written for Node.
Object.assign(globalThis, { setImmediate: (run: () => void) => setTimeout(run) });

const query = new URLSearchParams(location.search);
const name = query.get('scene') ?? 'off';
const healing = healingScenes[name];
const section = pageScenes[name];
const scene = sceneOfTab();
if (!scene)
  throw new Error('No such scene; see popup-scenes.ts, healing-scenes.ts and page-scenes.ts.');

/** What the tab under the popup and pages shows. */
function sceneOfTab(): PopupScene | undefined {
  if (section)
    return { url: 'http://localhost:3000/', state: null, tab: 'active', silent: section.refuses };
  if (!healing) return popupScenes[name];
  const openWebUi = { token: healing.signedOut ? '' : ADMIN, version: healing.version ?? '0.12.4' };
  return { url: `${query.get('site')}/c/chat-1`, state: null, tab: 'active', openWebUi };
}

/** Like the background: settings are really stored, anything else is just confirmed. */
async function answer(message: ChoiceRequest | PackRequest | FigureRequest): Promise<true> {
  if (!scene || scene.silent) throw new Error('Could not establish connection.');
  if (
    message.type === 'choose' ||
    message.type === 'unchoose' ||
    message.type === 'replace-choices'
  )
    await keepChoices(message);
  if (message.type === 'save-pack' || message.type === 'delete-pack') await keepPacks(message);
  return true;
}

const server =
  scene.openWebUi &&
  createOpenWebUiApi({ ...scene.openWebUi, functions: functionsOf(scene.openWebUi.companion) });

function functionsOf(companion: OpenWebUiScene['companion']): StoredFunction[] {
  const one = {
    id: COMPANION_ID,
    name: COMPANION_NAME,
    content: COMPANION_SOURCE,
    is_active: true,
    is_global: true,
  };
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

const chats = healing ? sceneChats(healing) : openChat(scene.openWebUi?.chat);

/** The chat that is open under the popup. */
function openChat(kind: OpenWebUiScene['chat']): FakeOpenWebUi {
  const reply = {
    marked: undefined,
    'getting-worse': (turn: number) => (turn > 12 ? 'Done.\n`⏰ list`\n\n\n' : 'Done.'),
  };
  if (kind === 'gone') return chatsOf([]);
  return chatsOf([
    { title: 'A chat', turns: 20, reply: kind === undefined ? () => 'Done.' : reply[kind] },
  ]);
}

/** The answer of the page in the tab: see `askInPage`. */
async function askPage({ args: [question] }: { args: [PageQuestion] }): Promise<unknown> {
  const { method, path, body, signedIn } = question;
  if (scene?.openWebUi?.stalls === path) return NEVER;
  const record = path === '/api/chat/completed' && scene?.openWebUi?.record;
  if (record) return [{ result: `200\n${JSON.stringify({ record })}` }];
  const token = (signedIn && scene?.openWebUi?.token) || null;
  const parsed: unknown = body === null ? undefined : JSON.parse(body);
  const ofChats = answerOfChats(
    chats,
    { method: method === 'POST' ? 'POST' : 'GET', path, body: parsed },
    token,
  );
  const said = (await ofChats) ?? server?.answer({ method, path, token, body: parsed });
  return [{ result: said && `${said.status}\n${JSON.stringify(said.body)}` }];
}

function tabOf({ url, loading, incognito }: PopupScene): object {
  return { id: 1, url, incognito, status: loading ? 'loading' : 'complete' };
}

/** Listeners for messages of frames. */
const listeners = new Set<(message: object, sender: object) => void>();

function tellFrames({ frames = [] }: PopupScene): void {
  if (frames.length === 0) throw new Error('Could not establish connection.');
  for (const { site } of frames) {
    for (const listener of listeners)
      listener({ type: 'frame' }, { id: 'pictures', tab: { id: 1 }, frameId: 1, url: `${site}/` });
  }
}

/** The state of a site in a frame, or of the tab's. */
function isPermitted(pattern = ''): boolean {
  const framed = scene?.frames?.find(({ site }) => pattern.startsWith(site.replace(/:\d+$/, '')));
  return framed?.permitted ?? scene?.state?.permitted ?? false;
}

const { storage } = fakeBrowser;
await storage.local.set({ ...(section ? section.storage : popupStorage(scene)) });
if ((section ?? scene).reading === 'fails')
  storage.local.get = () => Promise.reject(new Error('The storage cannot be read.'));

export const browser = {
  i18n: await fakeI18n(query.get('lang') ?? 'en'),
  runtime: {
    sendMessage: answer,
    getManifest: () => ({ version: '1.0.0' }),
    id: 'pictures',
    onMessage: {
      addListener: (listener: (message: object, sender: object) => void) =>
        void listeners.add(listener),
      removeListener: (listener: (message: object, sender: object) => void) =>
        void listeners.delete(listener),
    },
  },
  // A picture as wide as the popup is one of the popup.
  extension: { getViews: () => (innerWidth === 360 ? [window] : []) },
  permissions: {
    request: async () => query.has('grants'),
    contains: async ({ origins }: { origins?: readonly string[] }) => isPermitted(origins?.[0]),
  },
  commands: { getAll: async () => [{ name: '_execute_action', shortcut: 'Alt+Shift+K' }] },
  scripting: { executeScript: askPage },
  storage,
  tabs: {
    query: async () => (healing?.closed ? [] : [tabOf(scene)]),
    get: async () => tabOf(scene),
    reload: async () => {},
    update: async () => {},
    onUpdated: { addListener() {}, removeListener() {} },
    async sendMessage(_tab: number, message?: { type: string }) {
      if (message?.type === 'tell-frames') return tellFrames(scene);
      if (message?.type === 'question')
        return scene.asked && { ...scene.asked, site: new URL(scene.url).origin };
      if (scene.tab === 'none') throw new Error('Could not establish connection.');
      return {
        state: scene.tab,
        direct: scene.direct ?? false,
        stopped: scene.stopped ?? 0,
        replies: scene.replies ?? 'none',
        waitsFor: scene.waitsFor ?? null,
        waitsIn: scene.waitsFor === 'chat' ? 'c-1' : null,
      };
    },
    ...inspectorTabs(name),
  },
};
