import source from './stream_fixer_companion.py?raw';

export { COMPANION_ID } from './functions-api.ts';

/** The whole source of the companion filter, as shown and installed. */
export const COMPANION_SOURCE: string = source;

/**
 * Its name in Open WebUI's list of functions: the `title` of its front matter, by which it is
 * recognised.
 */
export const COMPANION_NAME = 'Stream Fixer companion';

/**
 * Reads one entry of the front matter that Open WebUI expects at the top of a function; null if
 * there is none.
 */
export function readFrontMatter(
  content: string,
  key: 'title' | 'version' | 'description',
): string | null {
  const [opening = '', ...lines] = content.split(/\r?\n/);
  if (opening.trim() !== '"""') return null;
  for (const line of lines) {
    if (line.includes('"""')) return null;
    const [, name, value = ''] = /^\s*([a-z_]+):(.*)$/i.exec(line) ?? [];
    if (name === key && value.trim() !== '') return value.trim();
  }
  return null;
}

export const COMPANION_VERSION: string = readFrontMatter(COMPANION_SOURCE, 'version') ?? '';

/** What Open WebUI shows below its name. */
export const COMPANION_DESCRIPTION: string = readFrontMatter(COMPANION_SOURCE, 'description') ?? '';
