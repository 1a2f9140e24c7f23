import { formats } from '../../../languages/formats.ts';
import { healingTexts as texts } from '../../../healing/texts.ts';
import type { ScanProgress, ScanResult } from '../../../healing/types.ts';

/** @param progress of a running scan */
export function progressText({ scanned, listed, found, unreadable }: ScanProgress): string {
  return formats.sentences(
    texts.progress(listed, scanned, found),
    unreadable > 0 && texts.missed(unreadable),
  );
}

/** How a scan ended: a sentence or two under its heading. */
export function scanEndText({ end, why, scanned, listed }: ScanResult): string {
  if (end === 'failed' && listed === 0) return why ?? '';
  return formats.sentences(
    end === 'cancelled' ? texts.cancelled : why,
    texts.someRead(listed, scanned),
  );
}
