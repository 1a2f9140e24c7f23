import { expect, test } from 'vitest';
import { onPress } from '../../src/badges/press.ts';

test("a person's click counts, one made by a script does not", () => {
  let pressed = 0;
  const listeners: Record<string, (event: Event) => void> = {};
  const button = {
    addEventListener: (type: string, listener: (event: Event) => void) =>
      void (listeners[type] = listener),
  };
  onPress(button as unknown as HTMLButtonElement, () => void pressed++);

  listeners.click?.(new Event('click'));
  expect(pressed).toBe(0);
  listeners.click?.({ isTrusted: true } as Event);
  expect(pressed).toBe(1);
});
