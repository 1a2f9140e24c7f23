/** The menu of the extension's icon in Firefox. */
import { createChromeScope } from '../../../src/tools/browsers/chrome-scope.ts';
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import { until } from '../../../src/tools/browsers/until.ts';
import { policyOf } from './firefox-policy.ts';
import type { IconMenu } from './shown-menu.ts';

const MENU = 'unified-extensions-context-menu';

/** Opens the list of extensions, and in it, by right-click, the menu of ours. */
export async function openFirefoxIconMenu({ browser, base }: Driver): Promise<IconMenu> {
  const chrome = createChromeScope(browser);
  const id = String(await chrome(`${policyOf(base)}.id`));
  const button = `document.querySelector('.unified-extensions-item[data-extensionid="${id}"] .unified-extensions-item-action-button')`;
  const menu = `document.getElementById('${MENU}')`;
  /**
   * Our own entries are above the first separator; those that do not apply to the tab are absent.
   */
  const entries = `(() => {
    const all = [...${menu}.children];
    return all.slice(0, all.findIndex(({ localName }) => localName === 'menuseparator')).filter(({ hidden }) => !hidden);
  })()`;

  await chrome(`gUnifiedExtensions.togglePanel(null)`);
  await until(
    () =>
      chrome(
        `gUnifiedExtensions.panel?.state === 'open' && (${button}?.getBoundingClientRect().width ?? 0) > 0`,
      ),
    'the list of extensions',
  );
  await chrome(`(() => {
    const { x, y } = ${button}.getBoundingClientRect();
    window.synthesizeMouseEvent('contextmenu', x + 10, y + 10, { button: 2, clickCount: 1 }, {});
  })()`);
  await until(() => chrome(`${menu}?.state === 'open'`), 'the menu of the icon');
  const labels = JSON.parse(
    String(await chrome(`JSON.stringify(${entries}.map(({ label }) => label))`)),
  ) as string[];

  /** Choosing an entry closes the menu by itself; the list behind it stays open. */
  async function close(): Promise<void> {
    await until(() => chrome(`${menu}.state === 'closed'`), 'the menu of the icon to close');
    await chrome(`gUnifiedExtensions.panel.hidePopup()`);
    await until(
      () => chrome(`gUnifiedExtensions.panel.state === 'closed'`),
      'the list of extensions to close',
    );
  }

  return {
    labels,
    size: labels.length,
    async choose(entry) {
      await chrome(`${menu}.activateItem(${entries}[${entry}])`);
      await close();
    },
    async close() {
      await chrome(`${menu}.hidePopup()`);
      await close();
    },
  };
}
