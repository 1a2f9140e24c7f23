import { toChildArray, type VNode } from 'preact';
import { expect, test } from 'vitest';
import { PackRow } from '../../../src/pages/rules/pack-row.tsx';
import { rulesTexts } from '../../../src/pages/rules/texts.ts';
import { MAX_ALIKE } from '../../../src/rules/pack-cost.ts';

const PACK = { id: 'my-agent', name: 'Agent', source: '', rules: [] };

test.each([true, false])('a pack that costs too much (%s) is shown as off and locked, and says why', (tooSlow) => {
  const row = PackRow({ pack: PACK, on: true, locked: false, tooSlow, status: null, onTurn: () => undefined });
  const children = toChildArray(row.props.children as VNode[]) as VNode<Record<string, unknown>>[];

  expect(children[0]?.props).toMatchObject({ on: !tooSlow, locked: tooSlow });
  const said = children.some(({ props }) => props.children === rulesTexts.tooSlow(MAX_ALIKE));
  expect(said).toBe(tooSlow);
});
