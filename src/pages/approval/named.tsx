import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';

interface NamedProps {
  readonly text: string;
  readonly count: number;
}

/** A character that nobody would see, or take for another one. */
export function Named({ text, count }: NamedProps): JSX.Element {
  return <span class="odd">{count === 1 ? text : `${text} × ${formats.figure(count)}`}</span>;
}
