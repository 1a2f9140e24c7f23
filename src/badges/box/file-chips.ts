/**
 * The files that a reply hands over, which are on the agent's computer: a chip each, in the place
 * of their paths.
 */
import { oneLine } from '../../lib/plain-text.ts';
import { fileName, isPicture } from '../../normalizer/text/media-lines.ts';
import { make, makeText } from '../look/shadow.ts';
import { createButton } from '../press.ts';
import { badgeTexts } from '../texts.ts';

/** Longest path that a chip shows. */
const MAX_PATH = 1000;

export function createFileChips(document: Document) {
  const element = make(document, 'ul', 'files');
  let shown: readonly string[] = [];
  element.hidden = true;

  return {
    element,
    /** @param paths all so far; those that are shown stay, with what a person has unfolded */
    render(paths: readonly string[]): void {
      if (paths.length < shown.length) element.replaceChildren();
      for (const path of paths.slice(element.childElementCount))
        element.append(createChip(document, path));
      shown = paths;
      element.hidden = paths.length === 0;
    },
  };
}

/** A chip shows the name of its file; pressed, the whole path. */
function createChip(document: Document, path: string): HTMLElement {
  const item = make(document, 'li', 'file');
  const emoji = makeText(document, 'span', 'emoji', isPicture(path) ? '🖼️' : '📄');
  emoji.ariaHidden = 'true';
  const button = createButton(document, 'chip', () => unfold(button.ariaExpanded !== 'true'));
  const words = makeText(document, 'span', '');
  // A name may be in any language.
  words.dir = 'auto';
  button.append(emoji, words);
  item.append(button);

  function unfold(isWhole: boolean): void {
    const name = isWhole ? oneLine(path, MAX_PATH) : oneLine(fileName(path));
    words.textContent = isPicture(path) ? badgeTexts.picture(name) : badgeTexts.file(name);
    button.ariaExpanded = String(isWhole);
  }

  unfold(false);
  return item;
}
