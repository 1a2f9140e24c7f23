import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { statisticsTexts as texts } from '../texts.ts';

export interface DataTableProps {
  /** Title of the chart that it belongs to. */
  readonly of: string;
  /** Names of the columns; the first is that of the rows' names, the others have numbers. */
  readonly heads: readonly string[];
  readonly rows: readonly DataRow[];
}

export interface DataRow {
  readonly id: string;
  readonly name: ComponentChildren;
  readonly cells: readonly string[];
}

/** A table of numbers. It scrolls sideways if the page is too narrow, with the keyboard as well. */
export function DataTable({ of, heads, rows }: DataTableProps): JSX.Element {
  const [first, ...others] = heads;
  return (
    <div class="scroll" role="region" aria-label={texts.tableOf(of)} tabIndex={0}>
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
          {rows.map(({ id, name: rowName, cells }) => (
            <tr key={id}>
              <th scope="row">{rowName}</th>
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

interface FoldProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** Optional details, closed at first. */
export function Fold({ title, children }: FoldProps): JSX.Element {
  const [drawn, setDrawn] = useState(false);

  // After the first paint, as nobody sees it before; not when it is opened, as browsers search closed details too.
  useEffect(() => setDrawn(true), []);

  return (
    <details class="fold">
      <summary>{title}</summary>
      {drawn && children}
    </details>
  );
}
