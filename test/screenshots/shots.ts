/** Every state of popup, healing page, full page, welcome page and badges, as a person sees it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { badgeQueries, badgeScenes } from './badge-scenes.ts';
import { setColours } from './colours.ts';
import { healingScenes } from './healing-scenes.ts';
import type { PageScene } from './page-scene.ts';
import { pageScenes, TAKEN_EVERYWHERE } from './page-scenes.ts';
import { popupScenes } from './popup-scenes.ts';

const THEMES = ['light', 'dark'] as const;
/** Scenes with pictures at other widths too. */
const WIDE_POPUP = [
  'off',
  'on',
  'on-many',
  'needs-reload',
  'unsupported',
  'open-webui-absent',
  'open-webui-install-long-host',
];
/** Scenes with pictures in other languages and from right to left too. */
const SPOKEN_POPUP = [
  'off',
  'off-named',
  'denied',
  'on',
  'on-fresh',
  'on-more',
  'unread',
  'help-off',
  'help-read',
  'asks',
  'needs-reload',
  'unsupported',
  'unreadable',
  'open-webui-absent',
  'open-webui-install',
  'open-webui-what-ran-more',
];
const POPUP_SPOKEN: readonly (readonly [string, string])[] = [
  ['-german', '&lang=de'],
  ['-spanish', '&lang=es'],
  ['-french', '&lang=fr'],
  ['-chinese', '&lang=zh-CN'],
  ['-japanese', '&lang=ja'],
  ['-pseudo', '&lang=en-XA'],
  ['-right-to-left', '&dir=rtl'],
];
/** Scenes whose picture shows what is below the rest. */
export const LATER = '.open-webui, .page';
const SPOKEN_HEALING = [
  'empty',
  'scanning',
  'results',
  'diff',
  'this-chat',
  'done',
  'undo',
  'no-tab',
].map((name) => `healing-${name}`);
const NARROW_CHAT = [
  'running',
  'tells',
  'unfolded',
  'unfolded-german',
  'unfolded-long',
  'unfolded-pseudo',
  'unfolded-right-to-left',
  'sub-agents-over',
  'files',
  'why',
  'why-pseudo',
  'corner',
  'imitated-and-tools',
  'notice-member',
  'notice-member-german',
];
/** Other scenes with a picture in the pseudo-language: together they show every view. */
const READ_POPUP = [
  'on-stopped',
  'paused',
  'framed-many',
  'open-webui-outdated',
  'open-webui-current-more',
  'open-webui-foreign',
  'open-webui-signed-out',
  'open-webui-chat-marked',
  'open-webui-refused',
  'open-webui-remove',
  'open-webui-for-admin',
  'open-webui-for-admin-switch-on',
];
const READ_HEALING = ['caveat', 'cancelled', 'stopping', 'undo-all', 'delete'].map(
  (name) => `healing-${name}`,
);
const READ_PAGES = [
  'settings-site-reset',
  'settings-import-newer',
  'statistics-delete',
  'rules-fits',
  'rules-block',
  'inspector-not-here',
  'inspector-fixture',
  'help-unfolded',
];
const USUAL = ['', 800, ''] as const;
const READ = ['pseudo', 800, '&lang=en-XA'] as const;
/** Variants of scenes that ask for them: name, width, and query of the address. */
const ELSEWHERE: readonly (readonly [string, number, string])[] = [
  ['360', 360, ''],
  ['320', 320, ''],
  ['1200', 1200, ''],
  ['1920', 1920, ''],
  ['german-320', 320, '&lang=de'],
  ['japanese', 800, '&lang=ja'],
  ['pseudo', 800, '&lang=en-XA'],
  ['pseudo-320', 320, '&lang=en-XA'],
  ['right-to-left', 800, '&dir=rtl'],
  ['right-to-left-320', 320, '&dir=rtl'],
];
/** Of the window in which an agent is answered. */
const WINDOW_WIDTH = 480;
/** Usual width of the sample chat. */
const CHAT_WIDTH = 760;
const OTHER_THEMES = ['sepia', 'faint'];

/** One state in one size, theme and language. */
export interface Shot {
  readonly name: string;
  /**
   * Shots with the same differ only in size and theme: one page can be turned from one into the
   * other.
   */
  readonly state: string;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly dark: boolean;
  readonly still?: boolean;
  /**
   * Pixels of the screen for one of the page; 2 by default. What is only measured needs no more
   * than 1.
   */
  readonly scale?: number;
  /** In the few colours of a person's own that some systems force upon every page. */
  readonly forced?: boolean;
  readonly act: (page: Page) => Promise<void>;
  /**
   * The picture ends where the content ends, or where a browser would cut it off; `all`: it is
   * never cut off.
   */
  readonly fit: boolean | 'all';
}

function popupShot(
  scene: string,
  theme: (typeof THEMES)[number],
  width: number,
  [suffix, query]: (typeof POPUP_SPOKEN)[number] = ['', ''],
): Shot {
  return {
    name: `popup-${scene}-${theme}${suffix}${width === 360 ? '' : `-${width}`}`,
    // A page as wide as the popup takes itself for one when it opens: see `fake-browser.ts`.
    state: `popup-${scene}${suffix}${width === 360 ? '' : '-page'}`,
    path: `/entrypoints/popup/index.html?scene=${scene}${query}`,
    width,
    // A popup has no height of its own until it has content.
    height: width === 360 ? 200 : 640,
    dark: theme === 'dark',
    fit: width === 360,
    async act(page) {
      await page.waitForSelector('main:not(.opening)');
      if (popupScenes[scene]?.openWebUi) await page.waitForSelector(LATER);
      if (popupScenes[scene]?.frames) await page.waitForSelector('.frames');
      await pressAll(page, [popupScenes[scene]?.press ?? []].flat());
      await page.mouse.move(1, 1);
      await untilStill(page);
      await page.evaluate(() => scrollTo(0, 0));
    },
  };
}

/** Scenes in which an agent asks, in the window in which it is answered. */
const APPROVALS = Object.keys(popupScenes).filter((scene) => popupScenes[scene]?.asked);

function approvalShot(
  scene: string,
  theme: (typeof THEMES)[number],
  [suffix, width, query]: (typeof ELSEWHERE)[number],
): Shot {
  return {
    name: `window-${scene}-${theme}${suffix && '-'}${suffix}`,
    state: `window-${scene}${query}`,
    path: `/entrypoints/approval/index.html?tab=1&scene=${scene}${query}`,
    width,
    height: 390,
    dark: theme === 'dark',
    fit: false,
    async act(page) {
      await pressAll(page, [popupScenes[scene]?.press ?? []].flat());
      await page.waitForSelector(popupScenes[scene]?.asked ? '.question' : 'main h1');
      await page.mouse.move(1, 1);
      await untilStill(page);
    },
  };
}

/** Backups of one picture must not be in the next, and they are stored by site. */
let sites = 0;

function healingShot(
  scene: string,
  theme: (typeof THEMES)[number],
  [suffix, width, query]: (typeof ELSEWHERE)[number],
): Shot {
  const { open, press = [], height, until } = healingScenes[scene] ?? { until: 'h1' };
  const site = `http://chat.example.org:${3000 + ++sites}`;
  const named = scene === 'healing-no-address' ? '' : `&site=${site}${open ? '&chat=chat-1' : ''}`;
  const path = `/entrypoints/healing/index.html?scene=${scene}${named}${query}`;
  return {
    name: `${scene}-${theme}${suffix && '-'}${suffix}`,
    state: `${scene}${query}`,
    path,
    width,
    height: height ?? 300,
    dark: theme === 'dark',
    fit: height === undefined ? 'all' : false,
    async act(page) {
      for (const selector of press) {
        await page.waitForSelector(selector);
        if (selector.startsWith('progress')) continue;
        // A bar at the edge of the window may cover it, and while the page still moves, a click may
        // miss it.
        await page.$eval(selector, (one) => one.scrollIntoView({ block: 'center' }));
        await page.locator(selector).click();
      }
      await page.waitForSelector(until);
      if (height !== undefined) await page.evaluate(() => scrollTo(0, 0));
      await page.mouse.move(1, 1);
      await untilStill(page);
    },
  };
}

function pageShot(
  scene: string,
  theme: (typeof THEMES)[number],
  [suffix, width, query]: (typeof ELSEWHERE)[number],
): Shot {
  const {
    hash,
    first = [],
    file,
    press = [],
    write = {},
    then = [],
    until,
  }: PageScene = pageScenes[scene] ?? { storage: {}, hash: '', until: 'h1' };
  return {
    name: `page-${scene}-${theme}${suffix && '-'}${suffix}`,
    state: `page-${scene}${query}`,
    path: `/entrypoints/options/index.html?scene=${scene}${query}${hash}`,
    width,
    height: 300,
    dark: theme === 'dark',
    fit: 'all',
    async act(page) {
      await pressAll(page, first);
      if (file !== undefined) await chooseFile(page, file);
      await pressAll(page, press);
      for (const [selector, text] of Object.entries(write)) {
        await page.waitForSelector(selector);
        // As pasted: the page answers every key.
        await page.$eval(selector, paste, text);
      }
      await pressAll(page, then);
      await page.waitForSelector(until);
      await page.mouse.move(1, 1);
      await untilStill(page);
    },
  };
}

/**
 * What is there, by kind: `named`, an administrator names a chat; `started`, a chat was turned on.
 */
const WELCOMES = { '': 'h1', '-named': '.named', '-started': '.check' };

function welcomeShot(
  theme: (typeof THEMES)[number],
  [suffix, width, query]: (typeof ELSEWHERE)[number],
  kind: keyof typeof WELCOMES = '',
): Shot {
  return {
    name: `welcome${kind}-${theme}${suffix && '-'}${suffix}`,
    state: `welcome${kind}${query}`,
    path: `/entrypoints/welcome/index.html?${kind === '' ? '' : 'scene=off-named&grants'}${query}`,
    width,
    height: 300,
    dark: theme === 'dark',
    fit: 'all',
    async act(page) {
      if (kind === '-started') await pressAll(page, ['.named .button']);
      await page.waitForSelector(WELCOMES[kind]);
    },
  };
}

/** Milliseconds without a change. Parts come with the second or third answer of what is asked. */
const STILL_MS = 100;
/** After a change of size or theme: the page knows all that it shows. */
const TURNED_MS = 40;

/**
 * Waits until a page is as it stays: nothing in it has changed for a while, and nothing moves but
 * what never ends.
 */
async function untilStill(page: Page, quiet = STILL_MS): Promise<void> {
  await page.evaluate(
    (quiet) =>
      new Promise<void>((settle) => {
        let since = performance.now();
        const changes = new MutationObserver(() => (since = performance.now()));
        changes.observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
        function look(): void {
          const moves = document
            .getAnimations()
            .some(
              (one) =>
                one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity,
            );
          if (moves) since = performance.now();
          if (performance.now() - since < quiet) return void requestAnimationFrame(look);
          changes.disconnect();
          settle();
        }
        look();
      }),
    quiet,
  );
}

function paste(field: Element, text: string): void {
  (field as HTMLTextAreaElement).value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

async function pressAll(page: Page, selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) {
    await page.waitForSelector(selector);
    // The foot may cover it in a low window.
    await page.$eval(selector, (one) => one.scrollIntoView({ block: 'center' }));
    await page.click(selector);
  }
}

async function chooseFile(page: Page, text: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-file-'));
  try {
    const path = join(folder, 'chosen.json');
    writeFileSync(path, text);
    const input = (await page.waitForSelector(
      'input[type="file"]',
    )) as ElementHandle<HTMLInputElement> | null;
    await input?.uploadFile(path);
    // The page has read it once it shows the result.
    await page.waitForSelector('[data-import], [data-undo]');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function badgeShot(scene: string, theme: string, width: number, still = false): Shot {
  return {
    name: `badges-${scene}-${theme}${width === CHAT_WIDTH ? '' : `-${width}`}${still ? '-still' : ''}`,
    state: `badges-${scene}`,
    path: `/test/screenshots/chat.html?theme=${theme}&${badgeQueries[scene] ?? ''}`,
    width,
    // If the timeline is taller than wide, all of it is shown.
    height: width === CHAT_WIDTH ? 460 : 640,
    dark: theme === 'dark',
    still,
    fit: false,
    async act(page) {
      await page.waitForFunction(() => 'chat' in window);
      const act = badgeScenes[scene];
      if (act) await page.evaluate(act);
      await new Promise((resolve) => setTimeout(resolve, 450));
    },
  };
}

type PageShot = (theme: (typeof THEMES)[number], place: (typeof ELSEWHERE)[number]) => Shot;

/** In both themes; if worthwhile in every width and language too, and narrow in dark. */
function everywhere(take: PageShot, worth: boolean): Shot[] {
  const usual = THEMES.map((theme) => take(theme, USUAL));
  return worth
    ? [...usual, ...ELSEWHERE.map((place) => take('light', place)), take('dark', ['320', 320, ''])]
    : usual;
}

/** @returns all of them, in the order of the parts; names are unique */
export function allShots(): Shot[] {
  const popups = Object.keys(popupScenes).flatMap((scene) =>
    THEMES.flatMap((theme) =>
      [360, ...(WIDE_POPUP.includes(scene) ? [320, 800] : [])].map((width) =>
        popupShot(scene, theme, width),
      ),
    ),
  );
  const spoken = SPOKEN_POPUP.flatMap((scene) =>
    POPUP_SPOKEN.map((spoken) => popupShot(scene, 'light', 360, spoken)),
  );
  const welcomes = [
    ...everywhere(welcomeShot, true),
    ...everywhere((theme, place) => welcomeShot(theme, place, '-named'), false),
    ...everywhere((theme, place) => welcomeShot(theme, place, '-started'), true),
  ];
  const pages = Object.keys(healingScenes).flatMap((scene) =>
    everywhere((theme, place) => healingShot(scene, theme, place), SPOKEN_HEALING.includes(scene)),
  );
  const sections = Object.keys(pageScenes).flatMap((scene) =>
    everywhere((theme, place) => pageShot(scene, theme, place), TAKEN_EVERYWHERE.includes(scene)),
  );
  const badges = Object.keys(badgeScenes).flatMap((scene) =>
    THEMES.flatMap((theme) =>
      [CHAT_WIDTH, ...(NARROW_CHAT.includes(scene) ? [360, 320] : [])].map((width) =>
        badgeShot(scene, theme, width),
      ),
    ),
  );
  const approvals = [...APPROVALS, 'off'].flatMap((scene) =>
    everywhere(
      (theme, place) =>
        approvalShot(scene, theme, place === USUAL ? ['', WINDOW_WIDTH, ''] : place),
      scene === 'asks',
    ),
  );
  const others = OTHER_THEMES.flatMap((theme) =>
    ['unfolded', 'imitated-and-tools'].map((scene) => badgeShot(scene, theme, CHAT_WIDTH)),
  );
  const read = [
    ...READ_POPUP.map((scene) => popupShot(scene, 'light', 360, ['-pseudo', '&lang=en-XA'])),
    ...READ_HEALING.map((scene) => healingShot(scene, 'light', READ)),
    ...READ_PAGES.map((scene) => pageShot(scene, 'light', READ)),
  ];
  return [
    ...popups,
    ...spoken,
    ...approvals,
    ...welcomes,
    ...pages,
    ...sections,
    ...badges,
    ...others,
    ...read,
    badgeShot('running', 'light', CHAT_WIDTH, true),
  ];
}

/** States that have every kind of control and mark between them. */
const POPUP_MARKS = [
  'asks-hidden',
  'on',
  'on-more',
  'help-off',
  'off',
  'off-named',
  'needs-reload',
  'on-set-off',
  'open-webui-absent',
  'open-webui-install',
];
const HEALING_MARKS = ['healing-results', 'healing-diff', 'healing-done'];
const PAGE_MARKS = [
  'settings-site',
  'settings-all',
  'settings-managed',
  'statistics-all',
  'rules-own',
  'rules-line',
  'inspector-frames',
  'help-unfolded',
];
const BADGE_MARKS = ['running', 'unfolded', 'why', 'imitated-and-tools'];

function marked(width: number, theme: (typeof THEMES)[number] = 'light'): Shot[] {
  const place = ['', width, ''] as const;
  return [
    ...HEALING_MARKS.map((scene) => healingShot(scene, theme, place)),
    ...PAGE_MARKS.map((scene) => pageShot(scene, theme, place)),
    welcomeShot(theme, place, '-named'),
  ];
}

/** @returns some of them in forced colours, light and dark */
export function forcedShots(): Shot[] {
  return THEMES.flatMap((theme) => [
    ...POPUP_MARKS.map((scene) => popupShot(scene, theme, 360)),
    ...marked(800, theme),
    ...BADGE_MARKS.map((scene) => badgeShot(scene, theme, CHAT_WIDTH)),
  ]).map((shot) => ({ ...shot, name: `forced-${shot.name}`, forced: true }));
}

/**
 * @returns the same as in a window of 1280 × 900 at 200 %: of half that size, and a popup of no
 * more than 300 pixels
 */
export function zoomedShots(): Shot[] {
  return [
    ...POPUP_MARKS.map((scene) => ({ ...popupShot(scene, 'light', 360), height: MAX_POPUP / 2 })),
    ...marked(640).map((shot) => ({ ...shot, height: 450 })),
    ...BADGE_MARKS.map((scene) => ({ ...badgeShot(scene, 'light', CHAT_WIDTH / 2), height: 450 })),
  ].map((shot) => ({ ...shot, name: `zoomed-${shot.name}`, fit: false }));
}

/** Browsers make no popup taller, in CSS pixels. */
const MAX_POPUP = 600;

/**
 * Makes the window as tall as its content: elements at its edge would be in the middle of a longer
 * picture.
 */
export async function fitWindow(page: Page, { fit, width }: Shot): Promise<void> {
  if (!fit) return;
  const height = await page.evaluate(() => document.body.scrollHeight);
  const shown = fit === 'all' ? height : Math.min(height, MAX_POPUP);
  await page.setViewport({ width, height: shown, deviceScaleFactor: 2 });
}

/** Turns a page from another shot of the same state into this one. */
export async function turn(page: Page, shot: Shot): Promise<void> {
  await setLook(page, shot);
  await untilStill(page, TURNED_MS);
}

async function setLook(page: Page, shot: Shot): Promise<void> {
  await setColours(page, shot);
  await page.setViewport({
    width: shot.width,
    height: shot.height,
    deviceScaleFactor: shot.scale ?? 2,
  });
}

/** Opens a page of `serveSite` in this state. */
export async function show(page: Page, origin: string, shot: Shot): Promise<void> {
  await setLook(page, shot);
  const address = origin + shot.path;
  // Two addresses that differ in their fragment only are one page. Between others the page keeps
  // its process.
  if (withoutFragment(address) === withoutFragment(page.url())) await page.goto('about:blank');
  await page.goto(address);
  await shot.act(page);
}

function withoutFragment(address: string): string {
  return address.replace(/#.*/, '');
}
