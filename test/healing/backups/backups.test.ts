import { expect, test } from 'vitest';
import { begin, heal, scan, serverOf } from '../steps.ts';

test('backups are deleted one by one and all together', async () => {
  const fake = serverOf('0.12.4', 3);
  const healing = begin('0.12.4', fake);
  await scan(healing);
  await heal(healing, ['c0', 'c1', 'c2']);
  const backups = await healing.backups();

  await healing.deleteBackups([backups[0]?.id ?? 0]);
  expect((await healing.backups()).map(({ id }) => id)).toEqual(backups.slice(1).map(({ id }) => id));
  await healing.deleteBackups();
  expect(await healing.backups()).toEqual([]);
});
