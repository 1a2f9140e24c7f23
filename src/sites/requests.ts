/** Messages that switch sites, or say which ones are on. */

/** From our own pages to the background. */
export interface SiteRequest {
  /**
   * `site-on` is made before the permission prompt, which may close the popup: the background then
   * finishes the job. `site-pause` switches a site off for an hour, and does nothing if it is off.
   */
  readonly type: 'site-on' | 'site-off' | 'site-pause';
  readonly origin: string;
}

/**
 * Sent by the background to all page bridges of a tab: those in frames answer with their site if it
 * is on.
 */
export interface FramedSiteRequest {
  readonly type: 'framed-site';
}

/**
 * Sent to the background by a page bridge in a frame: its site was switched, or the frame appeared
 * or disappeared.
 */
export interface FrameChange {
  readonly type: 'frame-changed';
}

/**
 * Sent to the background by a page bridge: `greet` asks for the `Greeting` of a page that is on,
 * `show-companion` for the page that installs the companion, as a person has pressed that button.
 */
export interface GreetingRequest {
  readonly type: 'greet' | 'show-companion';
}

/**
 * What a page says once of its site: that it is on, or that a person, or their admin, should
 * install the companion.
 */
export type Greeting = 'on' | 'install' | 'ask-admin';

/**
 * Sent to the background by a page bridge: whether an agent on its page waits for a person; again
 * with each question.
 */
export interface WaitingReport {
  readonly type: 'waiting';
  readonly waits: boolean;
}
