import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest although they are short. Started last, as vitest does with small
 * files on a fresh clone, they leave the other worker idle for a minute.
 */
const LONG = [
  'e2e/every-state',
  'e2e/forced-colours-and-zoom',
  'e2e/popup-height',
  'fuzz/growth',
  'fuzz/heap',
];

/** Starts the longest files first. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return LONG.some((name) => moduleId.includes(`/test/${name}`));
}
