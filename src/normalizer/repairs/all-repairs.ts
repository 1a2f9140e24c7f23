import { bareJson } from './bare-json.ts';
import { CALL_DEFECTS } from './calls/call-defects.ts';
import { contentArrays } from './content-arrays.ts';
import { cumulativeText } from './cumulative-text.ts';
import { dataComments } from './data-comments.ts';
import { dataLines } from './data-lines.ts';
import { deltaMissing } from './delta-missing.ts';
import { done } from './done.ts';
import { emptyRole } from './empty-role.ts';
import { errorLines } from './error-lines.ts';
import { finishMissing } from './finish-missing.ts';
import { finishToolCalls } from './finish-tool-calls.ts';
import { firstRole } from './first-role.ts';
import { foreignEvents } from './foreign-events.ts';
import { joinedObjects } from './joined-objects.ts';
import { keepAliveComments } from './keep-alive-comments.ts';
import { lastBlankLine } from './last-blank-line.ts';
import { loneComments } from './lone-comments.ts';
import { nullChoices } from './null-choices.ts';
import { silentEvents } from './silent-events.ts';

/**
 * All repairs. Those of one stage run in this order, each on the output of those before it; of
 * those of frames, the ones that change what a frame means come last.
 */
export const REPAIRS = [
  ...CALL_DEFECTS,
  firstRole,
  dataComments,
  silentEvents,
  errorLines,
  bareJson,
  joinedObjects,
  dataLines,
  lastBlankLine,
  keepAliveComments,
  loneComments,
  foreignEvents,
  done,
  nullChoices,
  emptyRole,
  deltaMissing,
  contentArrays,
  cumulativeText,
  finishToolCalls,
  finishMissing,
] as const;

/** Ids of all repairs. */
export const ALL_REPAIRS: ReadonlySet<string> = new Set(REPAIRS.map(({ id }) => id));

/** Which repairs are on. */
export interface RepairChoices {
  /** Broken streams are repaired. */
  readonly broken: boolean;
  /** Streams that are legal are changed, too. */
  readonly legal: boolean;
  /** Exceptions, by id. */
  readonly each: Readonly<Record<string, boolean>>;
}

/** @returns the ids of the repairs that are on */
export function enabledRepairs({ broken, legal, each }: RepairChoices): ReadonlySet<string> {
  const enabled = new Set<string>();
  for (const { id, stream } of REPAIRS) {
    const isOn = Object.hasOwn(each, id) ? each[id] : stream === 'legal' ? legal : broken;
    if (isOn === true) enabled.add(id);
  }
  return enabled;
}

/** Ids of the repairs that are on by default. */
export const DEFAULT_REPAIRS = enabledRepairs({ broken: true, legal: false, each: {} });
