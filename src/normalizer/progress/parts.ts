import { isObject } from '../json/json-edit.ts';
import { PARTS_OF, type Parts } from './progress-types.ts';

/** More parts than any call has. */
const MOST = 10_000;

/** @param value of unknown shape @returns null for anything but the numbers of parts */
export function readParts(value: unknown): Parts | null {
  if (!isObject(value)) return null;
  const unit = PARTS_OF.find((known) => known === value.unit);
  const { all, worked, failed } = value;
  if (!unit || !isCount(all) || !isCount(worked) || !isCount(failed)) return null;
  return worked + failed > all ? null : { unit, all, worked, failed };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST;
}
