import type { JSX } from 'preact';
import { SiteSwitch } from '../head.tsx';
import { pageTexts } from '../../parts/texts.ts';
import { popupTexts } from '../texts.ts';
import type { FramedSite, useFrames } from './use-frames.ts';
import { hostOf } from '../view-model.ts';

/** The sites in frames of the page, each with its switch. */
export function Frames({ sites, turn }: ReturnType<typeof useFrames>): JSX.Element | null {
  if (sites.length === 0) return null;
  return (
    <section class="frames">
      {sites.map((framed) => (
        <FrameRow key={framed.origin} framed={framed} onTurn={(on) => turn(framed.origin, on)} />
      ))}
    </section>
  );
}

interface FrameRowProps {
  readonly framed: FramedSite;
  readonly onTurn: (on: boolean) => void;
}

function FrameRow({
  framed: { origin, enabled, permitted, failed },
  onTurn,
}: FrameRowProps): JSX.Element {
  const host = hostOf(origin);
  return (
    <div class="frame">
      <div class="site">
        <h2>{host}</h2>
        <p class="small">{popupTexts.framed}</p>
        {!permitted && (
          <p class="small">
            <a class="link" href={origin} target="_blank" rel="noreferrer">
              {popupTexts.framedElsewhere}
            </a>
          </p>
        )}
        {failed && <p class="notice">{pageTexts.notSaved}</p>}
      </div>
      {permitted && <SiteSwitch host={host} on={enabled} onTurn={onTurn} />}
    </div>
  );
}
