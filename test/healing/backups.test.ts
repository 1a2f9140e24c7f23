import { expect, test } from 'vitest';
import { DIRTY } from './chats.ts';
import { begin, heal, scan, serverOf } from './steps.ts';

test('backups are exported as JSON, counted in bytes, and deleted', async () => {
  const fake = serverOf('0.12.4', 3);
  const healing = begin('0.12.4', fake);
  await scan(healing);
  await heal(healing, ['c0', 'c1', 'c2']);
  const backups = await healing.backups();

  const file = JSON.parse(await (await healing.exportBackups()).text()) as { backups: { chatId: string; messages: { before: { content: string } }[] }[] };
  expect(file.backups.map(({ chatId }) => chatId)).toEqual(backups.map(({ chatId }) => chatId));
  expect(file.backups[0]?.messages[0]?.before.content).toBe(DIRTY);
  expect(backups[0]?.bytes).toBe(Buffer.byteLength(JSON.stringify(file.backups[0])));

  await healing.deleteBackups([backups[0]?.id ?? 0]);
  expect((await healing.backups()).map(({ id }) => id)).toEqual(backups.slice(1).map(({ id }) => id));
  await healing.deleteBackups();
  expect(await healing.backups()).toEqual([]);
  expect(await (await healing.exportBackups()).text()).toBe('{"backups":[\n\n]}\n');
});
