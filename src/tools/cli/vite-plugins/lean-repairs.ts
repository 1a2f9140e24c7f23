/**
 * A Vite plugin for scripts that run in pages: leaves out what is said `about` a repair, which is
 * longer than its code. The formatter keeps the member in the one shape that is recognised here.
 */
export function leanRepairs() {
  return {
    name: 'lean-repairs',
    enforce: 'pre' as const,
    transform(code: string, id: string): string | undefined {
      return id.replaceAll('\\', '/').includes('/src/normalizer/repairs/')
        ? leanRepair(code)
        : undefined;
    },
  };
}

/** @param code of some repairs. @returns the same without their words */
export function leanRepair(code: string): string {
  return code.replace(/^ {2}about: \{\n[^]*?^ {2}\},\n/gm, '');
}
