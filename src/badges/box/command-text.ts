/** A command as a person must see it before it runs. */

export interface CommandPart {
  readonly text: string;
  /** The text names a character that cannot be seen, or that moves what is around it. */
  readonly isName: boolean;
}

/**
 * All that shows nothing, looks like an ordinary space, or changes the direction or the line; but for the space, the line
 * feed and the tab.
 */
const UNSEEN = /(?![ \n\t])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Splits a command so that nothing in it is hidden.
 * @param command of any content and length
 * @returns its parts in order, none of them empty
 */
export function visibleParts(command: string): readonly CommandPart[] {
  const parts: CommandPart[] = [];
  let from = 0;
  for (const found of command.matchAll(UNSEEN)) {
    if (found.index > from) parts.push({ text: command.slice(from, found.index), isName: false });
    parts.push({ text: nameOf(found[0]), isName: true });
    from = found.index + found[0].length;
  }
  if (from < command.length) parts.push({ text: command.slice(from), isName: false });
  return parts;
}

/** @returns the name of a character, such as "U+202E" */
function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
