/** Messages between the extension's own parts: popup and page bridges on one side, the background on the other. */
import type { SeenMode } from '../bridge/protocol.ts';
import type { RulePack } from '../normalizer/rules/rule.ts';
import type { ChoiceKey, Choices, Settings } from '../settings/settings.ts';
import type { Counts } from '../stats/figures.ts';
import type { Findings } from '../stats/findings.ts';
import type { FigureRequest } from '../stats/requests.ts';

/** All settings of a person, as in a settings file. */
export interface AllChoices {
  readonly everywhere: Choices;
  /** By origin; does not include whether a site is on. */
  readonly sites: Readonly<Record<string, Choices>>;
  /** The rule packs that the person wrote or imported. */
  readonly packs: readonly RulePack[];
}

/** What the popup shows of one site; only the background knows it. */
export interface SiteState {
  /** Scheme, host and port: the key of a site. */
  readonly origin: string;
  /** Switched on by the user, and access not withdrawn. */
  readonly enabled: boolean;
  /** When a pause ends, in milliseconds since 1970; null if the site is not paused. */
  readonly resumesAt: number | null;
  /** Whether the browser currently gives us access to the site. */
  readonly permitted: boolean;
  readonly counts: Counts;
  /** One entry for each kind of server; empty if nothing was found. */
  readonly findings: readonly Findings[];
  /** The settings that apply here. */
  readonly settings: Settings;
}

/** Requests of our own pages to the background. A malformed one gets no answer. */
export type Request = SiteRequest | FigureRequest;

/**
 * Site requests are answered with the resulting `SiteState`, the others with true, and with null if they failed.
 */
export type SiteRequest =
  | { readonly type: 'site-state'; readonly origin: string }
  /** Sent before the permission prompt, which may close the popup: the background then finishes the job. */
  | { readonly type: 'site-on'; readonly origin: string }
  | { readonly type: 'site-off'; readonly origin: string }
  /** Switches a site off for an hour; does nothing if it is off. */
  | { readonly type: 'site-pause'; readonly origin: string }
  /** `origin`: null for all sites. Settings that are not named keep their value. */
  | { readonly type: 'choose'; readonly origin: string | null; readonly change: Choices }
  /** Removes choices; all of them if `keys` is null. */
  | { readonly type: 'unchoose'; readonly origin: string | null; readonly keys: readonly ChoiceKey[] | null }
  /** Replaces everything that was chosen before, atomically. */
  | { readonly type: 'replace-choices'; readonly choices: AllChoices }
  /** Saves the person's own rule packs, each replacing one with the same id; all or none. */
  | { readonly type: 'save-packs'; readonly packs: readonly RulePack[] }
  | { readonly type: 'delete-pack'; readonly id: string };

/** Sent by the background to all page bridges of a tab: those in frames answer with their site if it is on. */
export interface FramedSiteRequest {
  readonly type: 'framed-site';
}

/** Sent by the popup to all page bridges of a tab: each one in a frame sends a `FrameReport`. */
export interface TellFramesRequest {
  readonly type: 'tell-frames';
}

/** Sent to the popup by a page bridge in a frame; the sender says which site it is. */
export interface FrameReport {
  readonly type: 'frame';
  /** It looks like an Open WebUI. */
  readonly openWebUi: boolean;
}

/** Sent to the background by a page bridge in a frame: its site was switched, or the frame appeared or disappeared. */
export interface FrameChange {
  readonly type: 'frame-changed';
}

/** Sent by the popup to the page bridge of a tab. No answer means that the page was loaded before the site was on. */
export interface HookStateRequest {
  readonly type: 'hook-state';
}

/** The answer of a tab's page bridge. */
export interface HookAnswer {
  readonly state: HookState;
  /** The ways in which replies of Open WebUI have arrived since the page was loaded. */
  readonly seen: readonly SeenMode[];
  /**
   * Replies that stopped being cleaned, so that the rest passed unchanged; counted once for a socket that carries
   * several.
   */
  readonly stopped: number;
}

/** `late`: the hook started after the page's own scripts and cannot reach what they kept, so a reload is needed. */
export type HookState = 'active' | 'late' | 'silent';
