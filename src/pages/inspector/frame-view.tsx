import type { JSX } from 'preact';
import { useContext, useId, useMemo } from 'preact/hooks';
import { isChanged, type RecordedFrame } from '../../inspector/recording.ts';
import { inspectorTexts as texts } from '../../inspector/texts.ts';
import { ExceptionsContext } from './exceptions.ts';
import { frameDifference, type FrameDifference } from './frame-difference.ts';
import { reasonsOf, type Reason } from './reasons.ts';
import { Button } from '../parts/button.tsx';
import { Change, Pane } from '../parts/panes.tsx';
import { pageTexts } from '../parts/texts.ts';

interface FrameViewProps {
  readonly frame: RecordedFrame;
  readonly onRule: () => void;
}

/** The input and output of one frame, and why it changed. */
export function FrameView({ frame, onRule }: FrameViewProps): JSX.Element {
  const { number, before, after, from, cut } = frame;
  const title = texts.frame(number);
  const id = useId();
  const reasons = reasonsOf(frame);
  return (
    <section class="frame" data-frame={number} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {reasons.length > 0 && (
        <ul class="why" aria-label={`${texts.why}: ${title}`}>
          {reasons.map((reason) => (
            <Why key={reason.id} reason={reason} onRule={onRule} />
          ))}
        </ul>
      )}
      {isChanged(frame) ? (
        <Panes title={title} before={before} after={after} />
      ) : (
        <Pane label={texts.unchanged} of={title} code>
          {before}
        </Pane>
      )}
      {from + cut > 0 && <p class="small">{texts.leftOut(from + cut)}</p>}
    </section>
  );
}

function Why({
  reason: { id, name, words, source },
  onRule,
}: {
  readonly reason: Reason;
  readonly onRule: () => void;
}): JSX.Element {
  const more = pageTexts.of(texts.readMore, name);
  // Repairs have their words in English alone: their sources are, and so are reports to servers.
  const lang = source === null ? undefined : 'en';
  return (
    <li data-why={id}>
      <span class="name" lang={lang}>
        {name}
      </span>{' '}
      <code dir="ltr">{id}</code>{' '}
      {source === null ? (
        <button type="button" class="link" aria-label={more} onClick={onRule}>
          {texts.readMore}
        </button>
      ) : (
        <a class="link" href={source} target="_blank" rel="noreferrer" aria-label={more}>
          {texts.readMore}
        </a>
      )}
      {words !== null && (
        <span class="small" lang={lang}>
          {words}
        </span>
      )}
      <NotHere id={id} name={name} />
    </li>
  );
}

/** Switches one repair off on the inspected site, and on again. */
function NotHere({ id, name }: Pick<Reason, 'id' | 'name'>): JSX.Element | null {
  const exceptions = useContext(ExceptionsContext);
  const isOff = exceptions?.isOff(id) ?? null;
  if (!exceptions || isOff === null) return null;
  return (
    <div class="row">
      <Button
        step="not-here"
        text={texts.notHere}
        aria-pressed={isOff}
        aria-label={pageTexts.of(texts.notHere, name)}
        onClick={() => exceptions.turn(id, !isOff)}
      />
      <span class="small" role="status">
        {isOff && texts.notDone}
      </span>
    </div>
  );
}

interface PanesProps {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

function Panes({ title, before, after }: PanesProps): JSX.Element {
  const difference = useMemo(() => frameDifference(before, after), [before, after]);
  return (
    <div class="panes">
      <Pane label={pageTexts.before} of={title} code>
        {before === '' ? (
          <i>{texts.nothingCame}</i>
        ) : after === '' ? (
          before
        ) : (
          <Side of={difference} kind="removed" />
        )}
      </Pane>
      <Pane label={pageTexts.after} of={title} code>
        {after === '' ? (
          <i>{texts.nothingLeft}</i>
        ) : before === '' ? (
          after
        ) : (
          <Side of={difference} kind="added" />
        )}
      </Pane>
    </div>
  );
}

function Side({
  of,
  kind,
}: {
  readonly of: FrameDifference;
  readonly kind: 'removed' | 'added';
}): JSX.Element {
  return (
    <>
      {of.head}
      {of[kind] !== '' && <Change kind={kind} text={of[kind]} />}
      {of.tail}
    </>
  );
}
