/**
 * Reads the closed shadow roots of the badges through the browser's own protocols, which the page
 * cannot.
 */
import type { Page } from 'puppeteer-core';
import { HOST_NAME } from '../../../src/badges/look/host-name.ts';
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import { readShadowRoots, type ShadowNode } from '../../../src/tools/browsers/shadow-roots.ts';

/**
 * What badges are made of. Texts of a page or a server can only be text in these. The corner's root
 * contains the badges of replies without a place.
 */
const OUR_ELEMENTS = [HOST_NAME, 'button', 'div', 'li', 'p', 'path', 'span', 'style', 'svg', 'ul'];

/** Badges of twenty replies and the corner. */
export const MOST_HOSTS = 21;

export interface ShadowElements {
  /** Names of all elements, each once, sorted. */
  readonly names: readonly string[];
  /** Names of all attributes, each once, sorted. */
  readonly attributes: readonly string[];
  /** How many elements there are. */
  readonly count: number;
  /** How many elements of ours are in the page. */
  readonly hosts: number;
  /** The longest text in one node. */
  readonly longest: number;
}

export async function readShadowElements(driver: Driver, page: Page): Promise<ShadowElements> {
  const roots = await readShadowRoots(driver, page, HOST_NAME);
  const all = roots.flatMap(flatten);
  const elements = all.filter(({ name }) => name !== '');
  return {
    names: [...new Set(elements.map(({ name }) => name))].toSorted(),
    attributes: [
      ...new Set(elements.flatMap(({ attributes }) => Object.keys(attributes))),
    ].toSorted(),
    count: elements.length,
    hosts: roots.length,
    longest: Math.max(0, ...all.filter(({ name }) => name === '').map(({ text }) => text.length)),
  };
}

/** @returns elements that badges are not made of, and attributes that load or run something */
export function strangersIn({ names, attributes }: ShadowElements): string[] {
  return [
    ...names.filter((name) => !OUR_ELEMENTS.includes(name)),
    ...attributes.filter((name) => name.startsWith('on') || name === 'src' || name === 'href'),
  ];
}

function flatten(node: ShadowNode): ShadowNode[] {
  return [node, ...node.children.flatMap(flatten)];
}
