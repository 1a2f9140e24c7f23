/** Pictures for the listings: pictures of the real product, on a background with a few words. */
import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { readPictureTexts } from './picture-texts.ts';
import { allShots, fitWindow, show } from './shots.ts';

/** The sizes that the stores require, in pixels. */
const SHOT = { width: 1280, height: 800 } as const;

interface Placed {
  /** The name of a shot, or a picture of the demo by its path. */
  readonly from: string;
  /** Its width on the background, in CSS pixels. */
  readonly width: number;
  /** Cut off below this many CSS pixels from its top. */
  readonly cut?: number;
  readonly label?: string;
}

export interface StorePicture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly words: string;
  readonly placed: readonly Placed[];
}

const PICTURES = 'src/tools/demo/pictures';

export const STORE_PICTURES: readonly StorePicture[] = [
  {
    ...SHOT,
    name: '1-all-done',
    title: 'Your agent said “All done”. Was it?',
    words: 'Beside the reply, you see what ran, what failed and what was not allowed.',
    placed: [{ from: `${PICTURES}/denied.png`, width: 880 }],
  },
  {
    ...SHOT,
    name: '2-badges',
    title: 'See what each tool did',
    words: 'What ran, what failed, and for how long. Never stored, copied or sent.',
    placed: [{ from: 'badges-unfolded-light', width: 1000, cut: 476 }],
  },
  {
    ...SHOT,
    name: '3-question',
    title: 'The agent asks, and you decide',
    words: 'Hermes asks before a dangerous command. No chat page shows that by itself.',
    placed: [{ from: `${PICTURES}/question.png`, width: 440 }],
  },
  {
    ...SHOT,
    name: '4-faked-calls',
    title: 'Fakes found, and their cause removed',
    words: 'A warning beside the reply; then old chats are cleaned, with a way back.',
    placed: [
      { from: 'badges-why-light-360', width: 460, cut: 486 },
      { from: `${PICTURES}/cleaning.png`, width: 380 },
    ],
  },
  {
    ...SHOT,
    name: '5-popup',
    title: 'One switch for each site',
    words: 'It runs nowhere else. Counted on your computer only.',
    placed: [
      { from: `${PICTURES}/popup.png`, width: 480 },
      { from: `${PICTURES}/statistics.png`, width: 440, cut: 540 },
    ],
  },
  {
    name: 'tile-440x280',
    width: 440,
    height: 280,
    title: 'Stream Fixer',
    words: 'See what your agent really did.',
    placed: [],
  },
  {
    name: 'tile-1400x560',
    width: 1400,
    height: 560,
    title: 'Stream Fixer',
    words: 'See what your agent really did.',
    placed: [{ from: 'badges-unfolded-light', width: 760, cut: 362 }],
  },
];

const STYLE = `
  * { box-sizing: border-box; margin: 0; }
  body { height: 100vh; overflow: hidden; background: linear-gradient(160deg, #eef3fb, #dbe6f5); color: #14233b;
    font: 24px/1.35 system-ui, sans-serif; display: flex; flex-direction: column; align-items: center; }
  header { padding: 44px 60px 30px; text-align: center; }
  h1 { font-size: 46px; line-height: 1.15; }
  p { margin-top: 8px; color: #3d4e68; }
  main { display: flex; flex: 1; gap: 36px; align-items: center; padding-bottom: 40px; }
  figure { overflow: hidden; border-radius: 14px; background: #fff; box-shadow: 0 14px 40px rgb(20 35 59 / 22%); }
  figcaption { padding: 10px 18px; font-size: 19px; font-weight: 600; background: #f3f6fb; }
  figure img { display: block; width: 100%; }
  header img { display: none; }
  .tile { flex-direction: row; justify-content: center; gap: 70px; }
  .tile main { flex: none; padding: 0; }
  .tile header { padding: 0; }
  .tile header img { display: inline-block; width: 112px; margin-bottom: 14px; }
  .small main { display: none; }
  .small h1 { font-size: 40px; }
  .small p { font-size: 19px; }
  .small header img { width: 84px; }
`;

/**
 * Takes the pictures that it needs, composes them on the background and takes a picture of that.
 */
export async function takeStorePicture(
  page: Page,
  origin: string,
  root: URL,
  picture: StorePicture,
): Promise<{ readonly png: Uint8Array; readonly words: string }> {
  const figures: string[] = [];
  const words: string[] = [];
  const { recorded } = readPictureTexts();
  for (const { from, width, cut, label } of picture.placed) {
    const isTaken = from.endsWith('.png');
    const image = isTaken ? readFileSync(new URL(from, root)) : await takeShot(page, origin, from);
    words.push(
      isTaken
        ? Object.values(recorded[from] ?? {}).join('\n')
        : JSON.stringify(await page.accessibility.snapshot({ interestingOnly: false })),
    );
    const caption = label === undefined ? '' : `<figcaption>${label}</figcaption>`;
    const height = cut === undefined ? '' : `max-height:${cut}px;`;
    figures.push(
      `<figure style="width:${width}px;${height}">${caption}<img src="${pngAddress(image)}"></figure>`,
    );
  }
  const kind = picture.name.startsWith('tile')
    ? `tile${picture.placed.length === 0 ? ' small' : ''}`
    : '';
  const icon = readFileSync(new URL('src/public/icon/tile.svg', root)).toString('base64');
  await page.goto('about:blank');
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  await page.setViewport({ width: picture.width, height: picture.height, deviceScaleFactor: 1 });
  await page.setContent(
    `<!doctype html><style>${STYLE}</style><body class="${kind}">
    <header><img src="data:image/svg+xml;base64,${icon}"><h1>${picture.title}</h1><p>${picture.words}</p></header>
    <main>${figures.join('')}</main></body>`,
  );
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  return { png: await page.screenshot({ type: 'png' }), words: words.join('\n') };
}

async function takeShot(page: Page, origin: string, name: string): Promise<Uint8Array> {
  const shot = allShots().find((each) => each.name === name);
  if (!shot) throw new Error(`There is no shot ${name}: see shots.ts.`);
  await show(page, origin, shot);
  await fitWindow(page, shot);
  return page.screenshot();
}

function pngAddress(image: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(image).toString('base64')}`;
}
