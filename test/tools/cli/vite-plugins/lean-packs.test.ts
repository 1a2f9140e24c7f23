import { expect, test, vi } from 'vitest';
import { leanPacks } from '../../../../src/tools/cli/vite-plugins/lean-packs.ts';
import { activeRules } from '../../../../src/rules/active-rules.ts';
import { ALL_PACKS } from '../../../../src/rules/all-packs.ts';

const { load } = leanPacks();

test.each(['/project/src/rules/all-packs.ts', String.raw`C:\project\src\rules\all-packs.ts`])(
  'the rules of all packs stay as they are in %s',
  async (id) => {
    const code = load(id) ?? '';
    vi.resetModules();
    vi.doMock('../../../../src/rules/all-packs.ts', () => import(`data:text/javascript,${encodeURIComponent(code)}`));
    const lean = await import('../../../../src/rules/active-rules.ts');
    vi.doUnmock('../../../../src/rules/all-packs.ts');

    const on = Object.fromEntries(ALL_PACKS.map((pack) => [pack.id, true]));
    expect(activeRules(on, []).length).toBeGreaterThan(ALL_PACKS.length);
    expect(lean.activeRules(on, [])).toEqual(activeRules(on, []));
    expect(lean.activeRules).not.toBe(activeRules);
    expect(code).not.toContain('github.com');
  },
);

test('other files are left alone', () => {
  expect(load('/project/src/rules/active-rules.ts')).toBeUndefined();
});
