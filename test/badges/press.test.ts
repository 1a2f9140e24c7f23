import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { onPress } from '../../src/badges/press.ts';

test("a person's click counts, one made by a script does not", () => {
  let pressed = 0;
  const listeners: Record<string, (event: Event) => void> = {};
  const button = {
    addEventListener: (type: string, listener: (event: Event) => void) => void (listeners[type] = listener),
  };
  onPress(button as unknown as HTMLButtonElement, () => void pressed++);

  listeners.click?.(new Event('click'));
  expect(pressed).toBe(0);
  listeners.click?.({ isTrusted: true } as Event);
  expect(pressed).toBe(1);
});

test('no button in a page handles clicks in any other way', () => {
  const scripts = ['badges', 'bridge', 'chat-uis', 'inspector'].flatMap((folder) =>
    readdirSync(new URL(`../../src/${folder}/`, import.meta.url))
      .filter((name) => name.endsWith('.ts') && name !== 'press.ts')
      .map((name) => [name, readFileSync(new URL(`../../src/${folder}/${name}`, import.meta.url), 'utf8')] as const),
  );
  const handlers = scripts.filter(([, code]) =>
    /(?:Listener\(|\bon)\s*['"]?(?:click|pointer(?:down|up)|mouseup|key(?:down|up|press)|submit)\b/.test(code),
  );

  expect(scripts.length).toBeGreaterThan(30);
  expect(handlers.map(([name]) => name)).toEqual([]);
});
