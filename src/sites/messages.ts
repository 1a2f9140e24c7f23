/** Messages between the extension's own parts: popup and page bridges on one side, the background on the other. */
import type { SeenMode } from '../bridge/protocol.ts';
import type { RulePack } from '../normalizer/rules/rule.ts';
import type { ChoiceKey, Choices, Settings } from '../settings/settings.ts';
import type { Batch } from '../stats/batch.ts';
import type { Findings } from '../stats/findings.ts';

/** What was done on one site, ever. */
export interface Counts {
  /** Markers taken out of replies and of outgoing history. */
  readonly markers: number;
  /** Tool calls shown as badges. */
  readonly tools: number;
  /** Markers that the model wrote itself: no tool ran. */
  readonly imitated: number;
}

/** All settings of somebody, as a file holds them. */
export interface AllChoices {
  readonly everywhere: Choices;
  /** By origin; whether a site is on is no part of it. */
  readonly sites: Readonly<Record<string, Choices>>;
  /** The rule packs that the person made or imported. */
  readonly packs: readonly RulePack[];
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
  /** The settings in force here. */
  readonly settings: Settings;
}

/**
 * Sent to the background; all but `counts` are taken from extension pages only. The site requests are answered with a
 * `SiteState` as it is afterwards, the others with true unless they say otherwise; with null where it could not be done.
 * No answer comes to what is malformed.
 */
export type Request =
  | { readonly type: 'site-state'; readonly origin: string }
  /** Sent before the permission prompt, which may close the popup: the background then finishes the job. */
  | { readonly type: 'site-on'; readonly origin: string }
  | { readonly type: 'site-off'; readonly origin: string }
  /** `origin`: null for all sites. What is not named stays as it was chosen. */
  | { readonly type: 'choose'; readonly origin: string | null; readonly change: Choices }
  /** Takes choices back; without keys all of them. */
  | { readonly type: 'unchoose'; readonly origin: string | null; readonly keys: readonly ChoiceKey[] | null }
  /** Puts all of these in place of what was chosen before, at once or not at all. */
  | { readonly type: 'replace-choices'; readonly choices: AllChoices }
  /** Keeps rule packs of the person's own, each in place of one with the same id; all or none. */
  | { readonly type: 'save-packs'; readonly packs: readonly RulePack[] }
  | { readonly type: 'delete-pack'; readonly id: string }
  | FigureRequest;

/** What concerns the statistics. */
export type FigureRequest =
  /**
   * From a page bridge: everything that happened and that is not known to be counted. Answered, after it was written,
   * with the number of the last batch that is. The site is taken from the sender, never from here.
   */
  | { readonly type: 'counts'; readonly page: string; readonly batches: readonly Batch[] }
  /** Stored chats were cleaned just now. */
  | { readonly type: 'healed'; readonly origin: string; readonly chats: readonly string[] }
  /** Stored chats have the markers back that cleaning took out. */
  | { readonly type: 'unhealed'; readonly origin: string; readonly chats: readonly string[] }
  /** Forgets all that was counted. `origin`: null for all sites. */
  | { readonly type: 'forget-figures'; readonly origin: string | null };

/** Asked of all page bridges of a tab, by the background: those in frames answer with their site where it is on. */
export interface FramedSiteRequest {
  readonly type: 'framed-site';
}

/** Asked of all page bridges of a tab, by the popup: each in a frame tells it of itself. */
export interface TellFramesRequest {
  readonly type: 'tell-frames';
}

/** Sent to the popup by a page bridge in a frame; whose it is, the sender says. */
export interface FrameReport {
  readonly type: 'frame';
  /** It looks like an Open WebUI. */
  readonly openWebUi: boolean;
}

/** Sent to the background by a page bridge in a frame: its site was switched, or it comes or goes with its frame. */
export interface FrameChange {
  readonly type: 'frame-changed';
}

/** Asked of the page bridge of a tab, by the popup. No answer at all: the page was loaded before the site was on. */
export interface HookStateRequest {
  readonly type: 'hook-state';
}

/** What the page bridge of a tab answers. */
export interface HookAnswer {
  readonly state: HookState;
  /** The ways in which replies of Open WebUI came since the page was loaded. */
  readonly seen: readonly SeenMode[];
  /** Replies whose cleaning stopped, so that their rest went on as it came; of a socket with several, one. */
  readonly stopped: number;
}

/** `late`: the hook came after the page's own scripts and cannot reach all that they kept, so a reload is due. */
export type HookState = 'active' | 'late' | 'silent';
