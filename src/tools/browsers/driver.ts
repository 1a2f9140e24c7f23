import type { Browser, Page } from 'puppeteer-core';
import type { BrowserKind } from './find.ts';
import type { ViewTree } from './view-tree.ts';

export interface LaunchOptions {
  /** Folder of the built extension, for Firefox also its package, or null for the bare browser. */
  readonly extension: string | null;
  /** Loads that folder itself, not a copy, so that later builds take effect. Chromium only. */
  readonly live?: boolean;
  /** Runs without a window; true by default. */
  readonly headless?: boolean;
  /** Size of the browser window in CSS pixels. */
  readonly windowSize?: { readonly width: number; readonly height: number };
  /** The system's colour scheme, as pages and the popup see it; light by default. */
  readonly colorScheme?: 'light' | 'dark';
  /** Called before the extension is installed, as for a person who has pages open by then. */
  readonly beforeInstall?: (browser: Browser) => Promise<void>;
  /** Shows the icon in the toolbar itself, as a person pins it. Chromium only. */
  readonly pinned?: boolean;
  /** Keeps the welcome page open that appears after installation; by default it is closed. */
  readonly welcome?: boolean;
  /**
   * For a window that is handed to a person: the only site that the extension will be switched on
   * for, with access from the start. Without a prompt to answer, Chromium needs no remote control
   * of its own window, which would listen on a port and accept any origin.
   */
  readonly leftWith?: string;
  /** Lets the extension into private windows, as a person does in the browser's settings. */
  readonly inPrivate?: boolean;
  /**
   * The person's home folder, where Firefox looks for administrators' policies; the real one by
   * default.
   */
  readonly home?: string;
}

/** A page of the extension that the extension itself has opened. */
export interface OwnPage {
  /**
   * Clicks with a real mouse event. The popup may disappear when the click opens a permission
   * prompt.
   */
  click(selector: string): Promise<void>;
  /**
   * Presses and releases a key with real events, while the page has the focus. The page may close
   * by it.
   */
  press(key: 'Enter' | 'Space'): Promise<void>;
  /**
   * Types a text of one line into the focused element with real events, while the page has the
   * focus.
   */
  write(text: string): Promise<void>;
  /** Returns the text of an element; throws if it is missing. */
  text(selector: string): Promise<string>;
  /** Runs a self-contained function in the page; arguments and result must survive JSON. */
  evaluate<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Writes a PNG picture of the page. */
  screenshot(path: string): Promise<void>;
  isClosed(): Promise<boolean>;
  close(): Promise<void>;
}

/** The real action popup, open over a tab. */
export type Popup = OwnPage;

/**
 * One running browser with its own throw-away profile. Every wait that fails throws an error naming
 * what was missing.
 */
export interface Driver {
  readonly kind: BrowserKind;
  readonly browser: Browser;
  /** URL prefix of the extension's own pages, ending in a slash; empty without an extension. */
  readonly base: string;
  /** Chromium's own user interface; null in Firefox, and in a window that is handed to a person. */
  readonly views: ViewTree | null;
  newPage(): Promise<Page>;
  /**
   * Opens the action popup over `tab` and waits for `readySelector`.
   * @param open what opens it; by default the action, as a click on the toolbar button does
   */
  openPopup(tab: Page, readySelector?: string, open?: () => Promise<unknown>): Promise<Popup>;
  isPromptOpen(): Promise<boolean>;
  /** Clicks a button of the permission prompt. */
  answer(allow: boolean): Promise<void>;
  /**
   * Runs a self-contained function in the service worker (Chromium) or event page (Firefox), waking
   * it if it sleeps; `chrome` and `browser` are available. Arguments and result must survive JSON.
   */
  background<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /**
   * Runs a self-contained function beside the background, with `chrome`, in a page that nobody
   * sees. It wakes nothing but what the function itself causes: to read what is stored does not.
   */
  beside<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /**
   * Hands the window to the person, as far from remote control as the browser allows.
   * @returns once they have closed it
   */
  leave(): Promise<void>;
  close(): Promise<void>;
}
