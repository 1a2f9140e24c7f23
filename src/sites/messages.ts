/** Messages between the extension's own parts: popup and page bridges on one side, the background on the other. */
import type { SeenMode } from '../bridge/protocol.ts';

/** What was done on one site, ever. */
export interface Counts {
  /** Markers taken out of replies and of outgoing history. */
  readonly markers: number;
  /** Tool calls shown as badges. */
  readonly tools: number;
  /** Markers that the model wrote itself: no tool ran. */
  readonly imitated: number;
}

/** What was found in the streams of one kind of server. */
export interface Findings {
  /** 'hermes', else the id of a dialect; '' for a server of no known kind. */
  readonly server: string;
  /** How often each repair was made, by its id. */
  readonly repairs: Readonly<Record<string, number>>;
  /** Events of tool progress that were taken out whole. */
  readonly events: number;
  /** How often each event came that no dialect knows, by its name. */
  readonly unknown: Readonly<Record<string, number>>;
}

/** When the collapsed badge of a finished reply goes away. */
export type BadgeStay = 'next-message' | '10-seconds' | 'always';

export interface Settings {
  readonly badgeStay: BadgeStay;
}

/** What the popup shows of one site; the background is the only one who knows. */
export interface SiteState {
  /** Scheme, host and port: the key of a site. */
  readonly origin: string;
  /** Switched on by the user and not revoked. */
  readonly enabled: boolean;
  /** The browser lets us into the site, asked just now. */
  readonly permitted: boolean;
  readonly counts: Counts;
  /** One entry for each kind of server; none where nothing was found. */
  readonly findings: readonly Findings[];
  readonly settings: Settings;
}

/**
 * Sent to the background; all but `counts` are taken from extension pages only. The site requests are answered with a
 * `SiteState` as it is afterwards, `badge-stay` with the `Settings`; with null where the browser refused. No answer comes
 * to `counts` and to what is malformed.
 */
export type Request =
  | { readonly type: 'site-state'; readonly origin: string }
  /** Sent before the permission prompt, which may close the popup: the background then finishes the job. */
  | { readonly type: 'site-on'; readonly origin: string }
  | { readonly type: 'site-off'; readonly origin: string }
  | { readonly type: 'badge-stay'; readonly stay: BadgeStay }
  /** From a page bridge: what happened since its last message. The site is taken from the sender, never from here. */
  | { readonly type: 'counts'; readonly counts: Counts; readonly findings: readonly Findings[] };

/** Asked of the page bridge of a tab, by the popup. No answer at all: the page was loaded before the site was on. */
export interface HookStateRequest {
  readonly type: 'hook-state';
}

/** What the page bridge of a tab answers. */
export interface HookAnswer {
  readonly state: HookState;
  /** The ways in which replies of Open WebUI came since the page was loaded. */
  readonly seen: readonly SeenMode[];
}

/** `late`: the hook came after the page's own scripts had begun, so a reload is due. */
export type HookState = 'active' | 'late' | 'silent';
