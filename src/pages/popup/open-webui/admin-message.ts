import {
  COMPANION_ID,
  COMPANION_NAME,
  COMPANION_SOURCE,
  COMPANION_VERSION,
} from '../../../companion/source.ts';
import { counted, numbered } from '../../../languages/messages.ts';
import { companionTexts as texts } from '../texts.ts';
import type { CompanionStep } from './open-webui-view.ts';

/**
 * A message for an admin, copied by somebody without the rights: the request, what the companion
 * does, how to install it, and the source if it is needed for that.
 * @param host of the server, with its port
 * @returns plain text
 */
export function adminMessage(step: Exclude<CompanionStep, 'remove'>, host: string): string {
  const hasSource = step !== 'switch-on';
  const part =
    step === 'install' ? 'popup_companion_steps_install' : 'popup_companion_steps_update';
  // The second step puts the source in.
  const steps = numbered(part, COMPANION_NAME, COMPANION_ID).filter(
    (_, index) => hasSource || index !== 1,
  );
  const parts = [
    texts.wish[step](host),
    ...(hasSource ? [texts.statement.map((sentence) => `- ${sentence}`).join('\n')] : []),
    `${texts.asking}\n${steps.map((text, index) => `${index + 1}. ${text}`).join('\n')}`,
    ...(hasSource ? [sourceHeading(), COMPANION_SOURCE] : []),
  ];
  return parts.join('\n\n');
}

/** @returns the heading of the source: its version, and how long it is */
export function sourceHeading(): string {
  const lines = COMPANION_SOURCE.trimEnd().split('\n').length;
  return texts.whole(COMPANION_VERSION, counted('approval_lines', lines));
}
