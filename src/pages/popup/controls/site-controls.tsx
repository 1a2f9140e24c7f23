import type { JSX } from 'preact';
import { hrefOf } from '../../../extension/routes.ts';
import { PageLink } from '../page-link.tsx';
import { pageTexts } from '../../parts/texts.ts';
import { popupTexts } from '../texts.ts';
import type { ControlsView } from './controls-view.ts';

interface SiteControlsProps {
  readonly view: ControlsView;
  readonly onChoose: (control: ControlsView['switches'][number], on: boolean) => void;
  readonly onPause: () => void;
}

/** The switches for this site only, and links to more. */
export function SiteControls({ view, onChoose, onPause }: SiteControlsProps): JSX.Element {
  return (
    <section class="controls">
      <div class="choices">
        {view.switches.map((one) => (
          <label key={one.id} class="choice" title={one.locked ? pageTexts.locked : undefined}>
            <button
              type="button"
              role="switch"
              class="switch small-switch"
              data-control={one.id}
              aria-checked={one.on}
              disabled={one.locked}
              onClick={() => onChoose(one, !one.on)}
            >
              <span class="knob" />
            </button>
            {popupTexts.controls[one.id]}
          </label>
        ))}
      </div>
      <div class="ways">
        <button type="button" class="way" data-control="pause" onClick={onPause}>
          {popupTexts.pause}
        </button>
        <PageLink
          class="way"
          href={hrefOf({ section: 'settings', card: 'statistics', site: view.site })}
          name={pageTexts.statistics}
        />
      </div>
    </section>
  );
}
