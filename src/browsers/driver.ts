import type { Browser, Page } from 'puppeteer-core';
import type { BrowserKind } from './find.ts';

export interface LaunchOptions {
  /** Folder of the built extension, or null for the bare browser. */
  readonly extension: string | null;
  /** What is built into that folder later takes effect: it is loaded itself, not a copy of it. Chromium only. */
  readonly live?: boolean;
  /** Without a window; true unless said otherwise. */
  readonly headless?: boolean;
  /** Size of the browser window in CSS pixels. */
  readonly windowSize?: { readonly width: number; readonly height: number };
  /** What pages and the popup take for the system's colours; light unless said otherwise. */
  readonly colorScheme?: 'light' | 'dark';
  /** Leaves the page open that greets whoever installed the extension; it is closed unless said otherwise. */
  readonly welcome?: boolean;
  /**
   * Of a window that is left to a person: the only site that the extension will be switched on for, which it may run on
   * from the start. Without a prompt to be pressed Chromium needs no remote control of its own window, which listens on a
   * port and asks nobody for an origin.
   */
  readonly leftWith?: string;
  /** The person's home folder, where Firefox looks for what an administrator set; the real one unless said otherwise. */
  readonly home?: string;
}

/** The real action popup, open over a tab. */
export interface Popup {
  /** A real mouse click. The popup may vanish over it, when a permission prompt opens. */
  click(selector: string): Promise<void>;
  /** Text of an element; throws when it is not there. */
  text(selector: string): Promise<string>;
  /** Runs a self-contained function in the popup; arguments and result must survive JSON. */
  evaluate<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  isClosed(): Promise<boolean>;
  close(): Promise<void>;
  /** Writes a PNG picture of the popup. */
  screenshot(path: string): Promise<void>;
}

/** The menu of the toolbar icon, as it is shown. */
export interface IconMenu {
  /** What the extension's own entries say, from the top; null in Chromium, which lets nobody read them from outside. */
  readonly labels: readonly string[] | null;
  /** How many entries of the extension are shown. */
  readonly size: number;
  /** Clicks the extension's own entry at this place, counted from 0. */
  choose(entry: number): Promise<void>;
  close(): Promise<void>;
}

/** One running browser with its own throw-away profile. Every wait ends with an error that names what did not come. */
export interface Driver {
  readonly kind: BrowserKind;
  readonly browser: Browser;
  /** Address prefix of the extension's own pages, ending in a slash; empty without an extension. */
  readonly base: string;
  newPage(): Promise<Page>;
  /** Opens an extension page (path without leading slash) in a tab, once `readySelector` is there. */
  openPage(path: string, readySelector: string): Promise<Page>;
  /** Opens the action popup over `tab`, as a click on the toolbar button does, once `readySelector` is there. */
  openPopup(tab: Page, readySelector?: string): Promise<Popup>;
  /** Opens the action popup over `tab` by Alt, Shift and a letter; throws where the browser does something else then. */
  openPopupByKey(tab: Page, letter: string, readySelector?: string): Promise<Popup>;
  /** Opens the menu of the toolbar icon over `tab`: where the browser lists its extensions, for nobody has pinned ours. */
  openIconMenu(tab: Page): Promise<IconMenu>;
  /** All text of the open permission prompt. */
  promptText(): Promise<string>;
  isPromptOpen(): Promise<boolean>;
  /** Clicks the permission prompt's button. */
  answer(allow: boolean): Promise<void>;
  /**
   * Runs a self-contained function in the service worker (Chromium) or event page (Firefox), waking it when it sleeps;
   * `chrome` and `browser` are there. Arguments and result must survive JSON.
   */
  background<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Whether the background is running; asking does not wake it. */
  isBackgroundRunning(): Promise<boolean>;
  /** Stops the background as the browser does after idling. */
  stopBackground(): Promise<void>;
  /** Loads the extension anew, as an update does. Its open pages close. */
  reloadExtension(): Promise<void>;
  /** Leaves the window to the person, as far from remote control as the browser allows. @returns once they have closed it */
  leave(): Promise<void>;
  /**
   * Lets the extension into private windows, as the user does in the browser's settings. The extension is reloaded by it.
   * Firefox only: Chromium blocks the pages of an extension that came over the pipe once it was reloaded so (156).
   */
  allowPrivate?(): Promise<void>;
  /** Takes a host permission (a match pattern such as `http://localhost/*`) away, as the user does in the browser's settings. */
  revoke(pattern: string): Promise<void>;
  close(): Promise<void>;
}
