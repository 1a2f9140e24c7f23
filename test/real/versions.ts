/**
 * The releases of Open WebUI that the tests run against; run.ts sets the variable for `--version`.
 */

const USUAL_VERSIONS: readonly string[] = ['0.12.4', '0.9.6', '0.6.43'];

const asked = process.env.STREAM_FIXER_OPEN_WEBUI;

/** All of them get the basic conversation, and agents that ask before they do what is dangerous. */
export const VERSIONS: readonly string[] = asked ? asked.split(',') : USUAL_VERSIONS;

/**
 * In all of them stored chats are cleaned; only 0.8 keeps both `output` and a second copy of the
 * open branch.
 */
export const HEALED_VERSIONS: readonly string[] = asked ? VERSIONS : [...USUAL_VERSIONS, '0.8.12'];

/** All tests run with this one. */
export const MAIN = VERSIONS[0]!;

/** In these every button of a reply is pressed. */
export const BUTTON_VERSIONS: readonly string[] = [MAIN];

/**
 * The releases of `--all`, one after another: the last of each generation, and the oldest supported
 * one.
 */
export const ALL_VERSIONS: readonly string[] = [
  '0.12.4',
  '0.11.4',
  '0.10.2',
  '0.9.6',
  '0.8.12',
  '0.6.43',
  '0.5.20',
];

/** @returns whether a release is this one or newer */
export function isSince(version: string, first: string): boolean {
  return version.localeCompare(first, 'en', { numeric: true }) >= 0;
}
