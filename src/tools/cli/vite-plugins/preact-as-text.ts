/** How often preact's build names the property: it compares with it, then sets it. */
const PLACES = 2;

/**
 * A Vite plugin. Preact can set markup (`dangerouslySetInnerHTML`), which nothing here asks for:
 * text goes into a page by `textContent` only. In the build preact does so too. None of its code
 * can set markup then, and the linter of Firefox's add-on site finds nothing to warn of.
 * @returns the plugin; the build with another preact fails with what to do
 */
export function preactAsText() {
  return {
    name: 'preact-as-text',
    transform(code: string, id: string): { code: string; map: null } | undefined {
      if (!id.includes('/preact/dist/preact.')) return undefined;
      const places = code.split('.innerHTML').length - 1;
      if (places !== PLACES)
        throw new Error(
          `${id} names .innerHTML ${places} times, not ${PLACES}: look at what it does there, then change src/tools/cli/vite-plugins/preact-as-text.ts.`,
        );
      return { code: code.replaceAll('.innerHTML', '.textContent'), map: null };
    },
  };
}
