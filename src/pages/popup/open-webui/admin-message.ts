import { COMPANION_ID, COMPANION_NAME, COMPANION_SOURCE, COMPANION_VERSION } from '../../../companion/source.ts';
import { companionTexts as texts } from '../texts.ts';
import type { CompanionStep } from './open-webui-view.ts';

/**
 * A message for an admin, copied by somebody without the rights: the request, what the companion does, how to install
 * it, and the source if it is needed for that.
 * @param host of the server, with its port
 * @returns plain text
 */
export function adminMessage(step: Exclude<CompanionStep, 'remove'>, host: string): string {
  const steps = texts.steps[step](COMPANION_NAME, COMPANION_ID).map((text, index) => `${index + 1}. ${text}`);
  const statement = texts.statement.map((sentence) => `- ${sentence}`);
  const parts = [
    texts.wish[step](host),
    ...(step === 'switch-on' ? [] : [statement.join('\n')]),
    `${texts.asking}\n${steps.join('\n')}`,
    ...(step === 'switch-on' ? [] : [texts.whole(COMPANION_VERSION), COMPANION_SOURCE]),
  ];
  return parts.join('\n\n');
}
