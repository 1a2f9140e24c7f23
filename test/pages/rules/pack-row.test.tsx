import { toChildArray, type ComponentChildren, type VNode } from 'preact';
import { expect, test } from 'vitest';
import { SwitchRow } from '../../../src/pages/parts/controls.tsx';
import { PackRow } from '../../../src/pages/rules/pack-row.tsx';
import { rulesTexts } from '../../../src/pages/rules/texts.ts';
import { MAX_ALIKE } from '../../../src/rules/pack-cost.ts';

const PACK = { id: 'my-agent', name: 'Agent', source: '', rules: [] };

test('a pack that is too expensive has no switch, and says why; any other has one', () => {
  const shared = { pack: PACK, on: true, locked: false, status: null, onTurn: () => undefined, onReset: null };
  const slow = PackRow({ ...shared, tooSlow: true });
  const usual = PackRow({ ...shared, tooSlow: false });

  expect(elementsOf(slow).some(({ type }) => type === SwitchRow)).toBe(false);
  expect(wordsOf(slow)).toContain(rulesTexts.tooSlow(MAX_ALIKE));
  expect(elementsOf(usual).find(({ type }) => type === SwitchRow)?.props).toMatchObject({ on: true, locked: false });
  expect(wordsOf(usual)).not.toContain(rulesTexts.tooSlow(MAX_ALIKE));
});

/** All elements of a view, before its own components are rendered. */
function elementsOf(node: ComponentChildren): VNode<{ readonly children?: ComponentChildren }>[] {
  return toChildArray(node).flatMap((child) =>
    typeof child === 'object'
      ? [child as VNode<{}>, ...elementsOf((child.props as { children?: ComponentChildren }).children)]
      : [],
  );
}

function wordsOf(node: ComponentChildren): string[] {
  return elementsOf(node).flatMap(({ props: { children } }) =>
    toChildArray(children).filter((child) => typeof child === 'string'),
  );
}
