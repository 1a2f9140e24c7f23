import { toChildArray, type ComponentChildren, type VNode } from 'preact';
import { expect, test } from 'vitest';
import type { RulePack } from '../../../src/normalizer/rules/rule.ts';
import { SwitchRow } from '../../../src/pages/parts/controls.tsx';
import { PackRow } from '../../../src/pages/rules/pack-row.tsx';
import { rulesTexts } from '../../../src/pages/rules/texts.ts';
import { MAX_ALIKE } from '../../../src/rules/pack-cost.ts';

function rowOf(rules: number): string {
  const pack: RulePack = {
    id: 'my-agent',
    name: 'Agent',
    source: '',
    rules: Array.from({ length: rules }, (_, i) => {
      return { id: `r-${i}`, kind: 'line', pattern: `[Calling ${i}]`, tells: 'nothing', matches: [], keeps: [] };
    }),
  };
  const state = { on: true, locked: false, status: null, onTurn() {}, onReset: null, onRemove: null };
  const elements = elementsOf(PackRow({ pack, ...state }));
  const words = elements.flatMap(({ props }) => toChildArray(props.children)).join();
  return `${elements.some(({ type }) => type === SwitchRow)} ${words.includes(rulesTexts.tooSlow(MAX_ALIKE))}`;
}

test('a pack that is too expensive has no switch, and says why; any other has one', () => {
  expect([rowOf(MAX_ALIKE), rowOf(MAX_ALIKE + 1)]).toEqual(['true false', 'false true']);
});

/** All elements of a view, before its own components are rendered. */
function elementsOf(node: ComponentChildren): VNode<{ readonly children?: ComponentChildren }>[] {
  return toChildArray(node).flatMap((child) =>
    typeof child === 'object'
      ? [child as VNode<{}>, ...elementsOf((child.props as { children?: ComponentChildren }).children)]
      : [],
  );
}
