import { formats } from '../../languages/formats.ts';
import { healingTexts as texts } from '../../healing/texts.ts';
import { summaryText, undoSummaryText } from './outcome-text.ts';
import { scanEndText } from './stage/scan-text.ts';
import type { Stage } from './stage/stage.ts';

/** What a screen reader says at the beginning and the end of a stage, and not in between. */
export function announcement(stage: Stage): string {
  switch (stage.kind) {
    case 'start':
      return '';
    case 'scanning':
      return texts.scanningTitle;
    case 'results':
      return formats.sentences(texts.chatsFound(stage.found.length), stage.result && scanEndText(stage.result));
    case 'healing':
      return stage.stopping ? texts.stopping : texts.healingTitle;
    case 'undoing':
      return stage.stopping ? texts.stopping : texts.undoingTitle;
    case 'undone':
      return undoSummaryText(stage.outcomes);
    case 'done':
      return summaryText(stage.outcomes);
  }
}
