/** The small line drawings of the badges. They are decoration, so hidden from screen readers. */
const SVG = 'http://www.w3.org/2000/svg';

export type Mark = 'ring' | 'check' | 'chevron' | 'triangle' | 'cross';

/** Paths on a 12 by 12 grid, drawn as strokes. */
export const MARK_PATHS: Readonly<Record<Mark, string>> = {
  ring: 'M6 1.5a4.5 4.5 0 1 1-4.5 4.5',
  check: 'M2.5 6.5 5 9l4.5-6',
  chevron: 'M4.5 3 7.5 6l-3 3',
  triangle: 'M6 1.5 11 10.5H1zM6 4.8v2.6M6 8.9v.1',
  cross: 'm3 3 6 6M9 3 3 9',
};

/** @returns a new drawing of 12 px in the current text colour */
export function createMark(document: Document, mark: Mark, className: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 12 12');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', className);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', MARK_PATHS[mark]);
  path.setAttribute('fill', 'none');
  path.setAttribute('stroke', 'currentColor');
  path.setAttribute('stroke-width', String(strokeOf(mark)));
  path.setAttribute('stroke-linecap', 'round');
  path.setAttribute('stroke-linejoin', 'round');
  svg.append(path);
  return svg;
}

/** @returns the stroke width of a drawing; finer for those whose lines meet */
export function strokeOf(mark: Mark): number {
  return mark === 'triangle' ? 1.1 : 1.25;
}
