import type { JSX } from 'preact';
import type { RepairsView } from './repairs-view.ts';
import { formats } from '../../../languages/formats.ts';
import { figure, popupTexts } from '../texts.ts';

/** One line that unfolds into the list of repairs. */
export function Repairs({ repairs }: { readonly repairs: RepairsView }): JSX.Element {
  return (
    <section class="repairs">
      <details>
        <summary title={formats.figure(repairs.total)}>
          {popupTexts.repairs(repairs.total, figure(repairs.total))}
        </summary>
        {repairs.servers.map(({ server, made }) => (
          <div key={server}>
            {server !== null && <h2>{server}</h2>}
            <ul>
              {made.map(({ id, count, words }) => (
                <li key={id}>
                  <span title={formats.figure(count)}>{figure(count)} ×</span>
                  <span>{words}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {repairs.besides !== null && <p class="small">{repairs.besides}</p>}
      </details>
    </section>
  );
}
