import { formats } from '../../../languages/formats.ts';
import { healingTexts as texts } from '../../../healing/texts.ts';
import type { ScanProgress, ScanResult } from '../../../healing/types.ts';

/** @param progress of a running scan */
export function progressText({ scanned, listed, complete, found, unreadable }: ScanProgress): string {
  const read = complete ? texts.progress(scanned, listed, found) : texts.progressSoFar(scanned, listed, found);
  return formats.sentences(read, unreadable > 0 && texts.missed(unreadable));
}

/** How a scan ended: a sentence or two under its heading. */
export function scanEndText({ end, why, scanned, listed, complete }: ScanResult): string {
  if (end === 'failed' && listed === 0) return why ?? '';
  const read = complete && scanned === listed ? texts.allRead(scanned) : texts.someRead(scanned, listed);
  if (end === 'done') return read;
  return formats.sentences(end === 'cancelled' ? texts.cancelled : why, read);
}
