import { summaryText } from './outcome-text.ts';
import type { Stage } from './stage.ts';
import { countText } from './found-text.ts';
import { healingTexts as texts, scanEndText } from './texts.ts';

/** What a screen reader says of a stage: its begin and its end, nothing in between. */
export function announcement(stage: Stage): string {
  switch (stage.kind) {
    case 'start':
      return '';
    case 'left':
      return stage.run.left.length > 0 ? texts.leftTitle : texts.settledTitle;
    case 'scanning':
      return texts.scanningTitle;
    case 'results':
      return `${countText(stage.found.length, ['chat', 'chats'])} with markers. ${stage.result ? scanEndText(stage.result) : ''}`.trim();
    case 'healing':
      return stage.stopping ? texts.stopping : texts.healingTitle;
    case 'done':
      return summaryText(stage.outcomes);
  }
}
