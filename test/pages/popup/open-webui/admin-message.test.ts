import { expect, test } from 'vitest';
import {
  COMPANION_ID,
  COMPANION_NAME,
  COMPANION_SOURCE,
} from '../../../../src/companion/source.ts';
import { formats } from '../../../../src/languages/formats.ts';
import { numbered } from '../../../../src/languages/messages.ts';
import { adminMessage } from '../../../../src/pages/popup/open-webui/admin-message.ts';
import { companionTexts as texts } from '../../../../src/pages/popup/texts.ts';

test.each(['install', 'update'] as const)(
  'to %s, an admin is told what, where, what it does, how, and gets the whole source',
  (step) => {
    const message = adminMessage(step, 'chat.example:8080');

    expect(message.startsWith(texts.wish[step]('chat.example:8080'))).toBe(true);
    const lines = COMPANION_SOURCE.trimEnd().split('\n').length;
    expect(message).toContain(formats.figure(lines));
    for (const sentence of texts.statement) expect(message).toContain(sentence);
    const steps = numbered(`popup_companion_steps_${step}`, COMPANION_NAME, COMPANION_ID);
    expect(steps.length).toBeGreaterThan(2);
    for (const how of steps) expect(message).toContain(`. ${how}`);
    expect(message.endsWith(COMPANION_SOURCE)).toBe(true);
  },
);

test('switching on an installed companion needs no source', () => {
  const message = adminMessage('switch-on', 'chat.example');

  expect(message).toContain('chat.example');
  expect(message).toContain(COMPANION_NAME);
  expect(message).not.toContain(COMPANION_SOURCE);
});
