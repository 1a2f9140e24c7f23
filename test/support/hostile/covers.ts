/**
 * What a reply draws over the question of an agent, or does to it: LaTeX by the real KaTeX with its
 * default options, and HTML by the real DOMPurify with its own, as chat pages show them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import type { Point } from '../../../src/tools/browsers/in-shadow.ts';
import { HOST_NAME } from '../../../src/badges/look/host-name.ts';
import { installPackages } from '../npm-packages.ts';

const PACKAGES = ['katex@0.19.1', 'dompurify@3.5.0'];

/** One way to cover: with `latex` or `html` of a reply. */
export interface Cover {
  readonly name: string;
  /** Nothing of it is to be seen on the card. */
  readonly fails?: boolean;
  /**
   * @param random numbers from 0 to 1
   * @param command where the command is, in the middle of its line
   * @param font a font whose letters are other ones, as the address of a style
   */
  readonly latex?: (random: () => number) => string;
  readonly html?: (random: () => number, command: Point, font: string) => string;
}

/** A rectangle some way above its line, where the card is. */
function rule(random: () => number): string {
  return String.raw`\rule[${2 + 3 * random()}em]{${4 + 30 * random()}em}{${2 + 4 * random()}em}`;
}

/** A style sheet in a reply: a sanitiser drops one with which it begins. */
function styles(css: string): string {
  return `So:<style>${css}</style>`;
}

/** The card is above the text of the reply. */
export const COVERS: readonly Cover[] = [
  {
    name: 'LaTeX: a rule',
    latex: (random) =>
      String.raw`\smash{\rlap{\kern${3 * random()}em\color{white}${rule(random)}}}`,
  },
  {
    name: 'LaTeX: rules to both sides, by a macro',
    latex: (random) =>
      String.raw`\def\x{\color{#fff}${rule(random)}}\phantom{xxx}\smash{\mathllap{\x}}\smash{\mathrlap{\x}}`,
  },
  {
    name: 'LaTeX: a rule in a box, and a harmless command',
    latex: (random) =>
      String.raw`\texttt{ls~-la~./note}^{\smash{\colorbox{white}{$\color{white}${rule(random)}$}}}`,
  },
  {
    name: 'HTML that takes no press',
    html: (random, { x, y }) =>
      `<div style="position:fixed;left:${x - 200 * random()}px;top:${y - 60 * random()}px;width:${200 + 300 * random()}px;
        height:${30 + 80 * random()}px;background:white;pointer-events:none;z-index:99">ls -la ./note</div>`,
  },
  {
    name: 'HTML that takes each press',
    html: (random, { x, y }) =>
      `<button style="position:absolute;left:0;top:${y - 20 * random()}px;width:${2 * x}px;height:${90 * random() + 30}px;
        background:white;border:0">Press to go on</button>`,
  },
  {
    name: 'a popover on top of everything',
    html: (random, { y }) =>
      `<div popover="manual" style="margin:0;inset:auto;left:${20 * random()}px;top:${y - 50 * random()}px;width:500px;
        height:${60 + 100 * random()}px;pointer-events:${random() < 0.5 ? 'none' : 'auto'}">Press to go on</div>`,
  },
  {
    name: 'a dialog on top of everything',
    html: (random, { y }) =>
      `<dialog style="margin:0;inset:auto;left:${20 * random()}px;top:${y - 30 * random()}px;width:500px;
        height:100px">Press Enter to go on</dialog>`,
  },
  {
    name: 'a font that is called like ours',
    html: (random, _, font) =>
      styles(
        `@font-face { font-family: ui-monospace; src: url(${font});
          unicode-range: ${random() < 0.5 ? 'U+0-7F' : 'U+61-7A'} }
        @font-face { font-family: monospace; src: url(${font}) }`,
      ),
  },
  {
    name: 'opacity',
    html: (random) => styles(`article, body { opacity: ${0.02 * random()} }`),
  },
  {
    name: 'filters',
    html: (random) =>
      styles(`article { filter: blur(${2 + 20 * random()}px) brightness(${1.5 + 3 * random()}) }`),
  },
  {
    name: 'a mask',
    html: (random) =>
      styles(`article { mask: linear-gradient(transparent ${50 + 40 * random()}%, black) }`),
  },
  {
    name: 'a shape',
    html: (random) =>
      styles(`article { clip-path: inset(${40 + 50 * random()}% 0 0 ${50 * random()}%) }`),
  },
  {
    name: 'another size and place',
    html: (random) =>
      styles(
        `article { transform: scale(${0.1 + 0.8 * random()}) translate(${30 * random()}px, ${30 * random()}px) }`,
      ),
  },
  {
    name: 'styles of our element',
    fails: true,
    html: () =>
      styles(`${HOST_NAME} { all: unset; position: fixed; inset: 0; opacity: 0.01; z-index: 9 }`),
  },
];

/** @returns a function that shows a cover in a page, as its reply, and waits until it is drawn */
export async function createCoverer() {
  const modules = join(installPackages(PACKAGES), 'node_modules');
  const read = (path: string) => readFileSync(join(modules, path));
  const { default: katex } = (await import(
    pathToFileURL(join(modules, 'katex/dist/katex.mjs')).href
  )) as { default: { renderToString(latex: string): string } };
  const look = read('katex/dist/katex.min.css').toString();
  const purifier = read('dompurify/dist/purify.min.js').toString();
  const font = `data:font/woff2;base64,${read('katex/dist/fonts/KaTeX_Fraktur-Regular.woff2').toString('base64')}`;

  return async (page: Page, cover: Cover, random: () => number, command: Point): Promise<void> => {
    if (cover.latex) await page.addStyleTag({ content: look });
    if (cover.html) await page.addScriptTag({ content: purifier });
    await page.evaluate(
      showReply,
      cover.latex ? katex.renderToString(cover.latex(random)) : null,
      cover.html?.(random, command, font) ?? '',
    );
  };
}

/** Runs in the page. @param latex as it is drawn; null for one that writes HTML */
async function showReply(latex: string | null, html: string): Promise<void> {
  const { DOMPurify } = globalThis as unknown as { DOMPurify: { sanitize(html: string): string } };
  const text = document.createElement('div');
  text.innerHTML = latex ?? DOMPurify.sanitize(html);
  document.querySelector('article')!.append(text);
  for (const one of text.querySelectorAll<HTMLElement>('[popover]')) one.showPopover();
  for (const one of text.querySelectorAll('dialog')) one.showModal();
  await document.fonts.load('16px ui-monospace');
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}
