import { createBodyNormalizer, type BodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import type { Progress } from '../normalizer/progress/progress-types.ts';
import type { AddedRepair } from '../normalizer/repairs/frame-repairs.ts';
import type { Report } from '../normalizer/reply/reply-event.ts';
import { ALL_REPAIRS, enabledRepairs } from '../normalizer/repairs/all-repairs.ts';
import type { RepairId } from './options.ts';
import { withBody } from './with-body.ts';

/** How replies are cleaned. */
export interface NormalizeOptions {
  /**
   * The server is known to be Hermes, or the history that was sent contained its markers
   * (`showsMarkers`), so lines that look like its markers are removed. Otherwise they are removed
   * only if the reply itself shows that they are markers.
   */
  readonly isHermes?: boolean;
  /** Repairs to switch on or off, by id; the others keep their defaults. */
  readonly repairs?: Readonly<Partial<Record<RepairId, boolean>>>;
  /** Called with every change of every tool call, in order. */
  onProgress?(progress: Progress): void;
  /** Called with the id of each repair that was made. */
  onRepair?(id: string): void;
  /**
   * Called with what `onProgress` or `onRepair` has thrown, or rejected if it is async; cleaning
   * goes on.
   */
  onError?(error: unknown): void;
}

/** The same for bytes without a response. */
export interface NormalizerOptions extends NormalizeOptions {
  /** Value of the `content-type` header; `text/event-stream` by default. */
  readonly contentType?: string;
}

interface CleanOptions extends NormalizeOptions {
  readonly added?: AddedRepair | null;
}

/**
 * Cleans a response; see `normalize`.
 * @param report gets everything that is found in the reply; it never throws
 */
export function cleanResponse(
  response: Response,
  options: CleanOptions,
  report?: Report,
): Response {
  const normalizer = replyNormalizer((name) => response.headers.get(name), options, report);
  return response.ok && response.body && normalizer ? withBody(response, normalizer) : response;
}

/**
 * @param header returns the value of a header of the response
 * @returns null for a body that is left alone
 */
export function replyNormalizer(
  header: (name: string) => string | null,
  options: CleanOptions,
  report?: Report,
): BodyNormalizer | null {
  const { isHermes = false, repairs, added } = options;
  const tell = reportTo(options);
  return createBodyNormalizer({
    repairs: chosenRepairs(repairs),
    added,
    contentType: header('content-type'),
    sessionId: header('x-hermes-session-id'),
    isReply: true,
    isReadNext: true,
    expectsMarkers: () => isHermes,
    report(event) {
      report?.(event);
      tell(event);
    },
  });
}

/** @returns a report that calls those callbacks, and never throws unless `onError` does */
export function reportTo({ onProgress, onRepair, onError }: NormalizeOptions): Report {
  /** @param made what a callback has returned: a rejection that nobody takes ends the program */
  function take(made: unknown): void {
    if (isObject(made) && typeof made.then === 'function')
      made.then(undefined, (error: unknown) => onError?.(error));
  }

  return (event) => {
    try {
      if (event.type === 'progress') take(onProgress?.(event.progress));
      if (event.type === 'repair') take(onRepair?.(event.id));
    } catch (error) {
      onError?.(error);
    }
  };
}

/**
 * @param each what to switch on or off; the others keep their defaults
 * @returns the ids of those that are on
 * @throws TypeError for an unknown id, and for what is neither true nor false
 */
export function chosenRepairs(
  each: Readonly<Partial<Record<string, boolean>>> = {},
): ReadonlySet<string> {
  const unknown = Object.keys(each).find((id) => !ALL_REPAIRS.has(id));
  if (unknown !== undefined)
    throw new TypeError(
      `There is no repair "${unknown}". There are: ${[...ALL_REPAIRS].toSorted().join(', ')}.`,
    );
  const chosen = Object.entries(each).filter((entry) => entry[1] !== undefined);
  const wrong = chosen.find((entry) => typeof entry[1] !== 'boolean');
  if (wrong) throw new TypeError(`The repair "${wrong[0]}" is true or false.`);
  const known = Object.fromEntries(chosen) as Record<string, boolean>;
  return enabledRepairs({ broken: true, legal: false, each: known });
}
