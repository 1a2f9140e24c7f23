import { ALL_PACKS } from '../../../rules/all-packs.ts';

/**
 * A Vite plugin for scripts that run in pages. Of the built-in rule packs these need the patterns only; names, sources
 * and examples are almost two thirds of their size.
 */
export function leanPacks() {
  return {
    name: 'lean-packs',
    load(id: string): string | undefined {
      if (!id.replaceAll('\\', '/').endsWith('/src/rules/all-packs.ts')) return undefined;
      const packs = ALL_PACKS.map((pack) => ({
        id: pack.id,
        rules: pack.rules.map(({ matches: _matches, keeps: _keeps, ...rule }) => rule),
      }));
      return `export const ALL_PACKS = ${JSON.stringify(packs)};`;
    },
  };
}
