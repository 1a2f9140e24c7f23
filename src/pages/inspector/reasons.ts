import { DEFECTS } from '../../doctor/defects.ts';
import type { InspectedFrame } from '../../inspector/inspected.ts';
import { inspectorTexts as texts } from '../../inspector/texts.ts';

/** Why a frame was changed, in words. */
export interface Reason {
  readonly id: string;
  readonly name: string;
  /** What is wrong, in English like the name; null for rules of packs. */
  readonly words: string | null;
  /**
   * Address of a report or of a rule of the format; null for rules of packs, which are on this
   * page.
   */
  readonly source: string | null;
}

/** @returns why a frame was changed, without reasons that the page made up */
export function reasonsOf({
  before,
  why,
}: Pick<InspectedFrame, 'before' | 'why'>): readonly Reason[] {
  return why.map((id) => reasonOf(id, before)).filter((reason) => reason !== null);
}

/**
 * @param id id of a repair, `markers`, `tool-events`, or `<pack>/<rule>`
 * @param frame input of the frame: it may show which form a defect has
 * @returns null for an id that is not ours: the page made it up
 */
export function reasonOf(id: string, frame = ''): Reason | null {
  const known = DEFECTS.find((defect) => defect.id === id);
  if (known)
    return {
      id,
      name: known.name,
      words: known.form?.(frame)?.defect ?? known.defect,
      source: known.source,
    };
  return /^[a-z0-9-]{1,60}\/[a-z0-9-]{1,60}$/.test(id)
    ? { id, name: texts.rule(id), words: null, source: null }
    : null;
}
