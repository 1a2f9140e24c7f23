import type { JSX } from 'preact';
import { HostName } from '../../parts/host-name.tsx';
import { popupTexts } from '../texts.ts';
import type { FramedSite, FramedSites } from './use-frames.ts';
import { hostOf } from '../view-model.ts';

/** The sites in frames of the page, each with its switch. */
export function Frames({ sites, turn }: FramedSites): JSX.Element | null {
  if (sites.length === 0) return null;
  return (
    <section class="frames">
      {sites.map((framed) => (
        <FrameRow key={framed.site} framed={framed} onTurn={(on) => turn(framed.site, on)} />
      ))}
    </section>
  );
}

function FrameRow({
  framed,
  onTurn,
}: {
  readonly framed: FramedSite;
  readonly onTurn: (on: boolean) => void;
}): JSX.Element {
  const { site, openWebUi, state, problem } = framed;
  const host = hostOf(site);
  const on = state.enabled && state.permitted;
  return (
    <div class="frame">
      <div class="site">
        <h2>
          <HostName name={host} />
        </h2>
        <p class="small">{openWebUi ? popupTexts.framedOpenWebUi : popupTexts.framed}</p>
        {!state.permitted && (
          <p class="small">
            {popupTexts.framedElsewhere}{' '}
            <a class="link" href={site} target="_blank" rel="noreferrer">
              {popupTexts.openInTab}
            </a>
          </p>
        )}
        {problem && <p class="notice">{popupTexts.notSaved}</p>}
      </div>
      {state.permitted && (
        <button
          type="button"
          role="switch"
          class="switch"
          aria-checked={on}
          aria-label={popupTexts.switchName(host)}
          onClick={() => onTurn(!on)}
        >
          <span class="knob" />
        </button>
      )}
    </div>
  );
}
