/**
 * The menu of the extension's icon in Chromium: opened through the list of extensions, and chosen
 * from by clicks.
 */
import { until } from '../../../src/tools/browsers/until.ts';
import {
  attribute,
  ignoreVanishedNode,
  ofClass,
  type ViewNode,
  type ViewTree,
} from '../../../src/tools/browsers/view-tree.ts';
import type { IconMenu } from './shown-menu.ts';

const ESCAPE = 0x1b;
/** The window with the list of extensions. */
const LIST = 'ExtensionsMenuView';
/** Pixels above the rows of a menu: 36 in Chromium 156. */
const MOST_MARGIN = 60;
/** Milliseconds to wait for the list; it opens in far less. */
const LIST_MS = 1500;

/**
 * Opens the list of extensions, and in it the menu of ours; anew if a view was replaced meanwhile.
 */
export async function openChromiumIconMenu(tree: ViewTree): Promise<IconMenu> {
  return until(
    () => openOnce(tree).catch(ignoreVanishedNode),
    'the list of extensions and its menu',
    20 * LIST_MS,
  );
}

async function openOnce(tree: ViewTree): Promise<IconMenu> {
  await tree.click(await openList(tree));
  const menu = await until(() => tree.widget('MenuHost'), 'the menu of the icon');
  const shown = await entriesOf(tree, menu);
  return {
    labels: null,
    size: shown.length,
    async choose(entry) {
      const row = shown[entry];
      if (!row) throw new Error(`The menu of the icon has no entry ${entry}.`);
      await clickRow(tree, menu, row);
      await closeMenu(tree);
    },
    async close() {
      await tree.pressKey('MenuHost', ESCAPE);
      await closeMenu(tree);
    },
  };
}

/** Clicks until the list is open: a click just after it was closed is ignored. */
async function openList(tree: ViewTree): Promise<ViewNode> {
  return until(
    async () => {
      const [list] = ofClass(await tree.read(), 'ExtensionsToolbarButton');
      if (!list) throw new Error('The window has no list of extensions.');
      await tree.click(list);
      return until(() => findMore(tree), 'the list of extensions', LIST_MS).catch(() => null);
    },
    'the list of extensions to open',
    10 * LIST_MS,
  );
}

/** Returns the button beside the extension in the open list. */
async function findMore(tree: ViewTree): Promise<ViewNode | null> {
  const [row] = ofClass(await tree.read(), 'ExtensionMenuItemView');
  if (!row) return null;
  for (const button of ofClass(row, 'HoverButton'))
    if ((await tree.propertyOf(button, 'Tooltip')) === 'More options') return button;
  return null;
}

async function entriesOf(tree: ViewTree, menu: ViewNode): Promise<ViewNode[]> {
  const [rows] = ofClass(menu, 'SubmenuView');
  const shown: ViewNode[] = [];
  // The extension's name is first, and its own entries are between two separators.
  let lines = 0;
  for (const row of rows?.children ?? []) {
    if (attribute(row, 'class') === 'MenuSeparator') lines += 1;
    else if (lines === 1 && (await tree.propertyOf(row, 'Visible')) === 'true') shown.push(row);
  }
  return shown;
}

async function clickRow(tree: ViewTree, menu: ViewNode, row: ViewNode): Promise<void> {
  const [host] = ofClass(menu, 'MenuHostRootView');
  const [frame] = ofClass(menu, 'MenuScrollViewContainer::MenuScrollView');
  if (!host || !frame) throw new Error('The menu of the icon has no window.');
  // A click beside a menu that is not drawn yet would only close it.
  let before = '';
  const y = await until(async () => {
    const middle = await middleOf(tree, host, frame, row);
    const isStill = String(middle) === before;
    before = String(middle);
    return isStill && middle;
  }, 'the menu of the icon to stand still');
  await tree.click(host, 100, y);
}

/**
 * @returns pixels from the top of the menu's window to the middle of a row; null if it is not
 * within the window
 */
async function middleOf(
  tree: ViewTree,
  host: ViewNode,
  frame: ViewNode,
  row: ViewNode,
): Promise<number | null> {
  const [y, height, inner, outer] = await Promise.all([
    tree.propertyOf(row, 'Y'),
    tree.propertyOf(row, 'Height'),
    tree.propertyOf(frame, 'Height'),
    tree.propertyOf(host, 'Height'),
  ]).then((all) => all.map(Number) as [number, number, number, number]);
  // A menu receives clicks only through its window, whose margins above and below the rows are
  // equal.
  const margin = (outer - inner) / 2;
  const middle = Math.round(margin + y + height / 2);
  // With a larger margin, the window has its size before its rows have theirs: a lower one would be
  // hit.
  const isLaidOut = height > 0 && y > 0 && margin < MOST_MARGIN;
  return isLaidOut && middle < outer ? middle : null;
}

/**
 * Choosing an entry closes the menu by itself; the list behind it closes with a change of tab, or
 * stays open.
 */
async function closeMenu(tree: ViewTree): Promise<void> {
  await untilGone(tree, 'MenuHost');
  await tree.pressKey(LIST, ESCAPE);
  await untilGone(tree, LIST);
}

async function untilGone(tree: ViewTree, window: string): Promise<void> {
  await until(async () => (await tree.widget(window)) === null, `${window} to close`);
}
