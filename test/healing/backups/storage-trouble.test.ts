import { expect, test } from 'vitest';
import { explainStorage, NewerBackupError } from '../../../src/healing/backups/storage-trouble.ts';
import { healingTexts } from '../../../src/healing/texts.ts';

test.each([
  [
    new DOMException(
      'The requested version (1) is less than the existing version (2).',
      'VersionError',
    ),
    'newerStorage',
  ],
  [new NewerBackupError('Backup of format 3'), 'newerStorage'],
  [new DOMException('Quota exceeded', 'QuotaExceededError'), 'noStorage'],
  ['a string', 'noStorage'],
] as const)('%s', (error, text) => {
  expect(explainStorage(error)).toBe(healingTexts[text]);
});
