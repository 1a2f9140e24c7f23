import type { JSX } from 'preact';
import { statisticsTexts as texts } from './texts.ts';

interface DataTableProps {
  /** The heading of its card. */
  readonly title: string;
  /** Names of the columns; the first is that of the rows' names, the others have numbers. */
  readonly heads: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly string[] }[];
}

/** A table of numbers. It scrolls sideways if the page is too narrow, with the keyboard as well. */
export function DataTable({ title, heads, rows }: DataTableProps): JSX.Element {
  const [first, ...others] = heads;
  return (
    <div class="scroll" role="region" aria-label={texts.tableOf(title)} tabIndex={0}>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {others.map((head) => (
              <th key={head} scope="col" class="figure">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {cells.map((cell, index) => (
                <td key={heads[index + 1]} class="figure">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
