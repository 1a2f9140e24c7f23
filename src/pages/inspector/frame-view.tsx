import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { isChanged, type RecordedFrame } from '../../inspector/recording.ts';
import { inspectorTexts as texts } from '../../inspector/texts.ts';
import { frameDifference } from './frame-difference.ts';
import { reasonOf, type Reason } from './reasons.ts';

interface FrameViewProps {
  readonly frame: RecordedFrame;
  readonly onRule: () => void;
}

/** One frame as it came, as it left, and why. */
export function FrameView({ frame, onRule }: FrameViewProps): JSX.Element {
  const { number, before, why, from, cut } = frame;
  const title = texts.frame(number);
  const reasons = why.map((id) => reasonOf(id, before)).filter((reason) => reason !== null);
  return (
    <li class="frame" data-frame={number}>
      <h3>{title}</h3>
      {reasons.length > 0 && (
        <ul class="why" aria-label={`${texts.why}: ${title}`}>
          {reasons.map((reason) => (
            <Why key={reason.id} reason={reason} onRule={onRule} />
          ))}
        </ul>
      )}
      {isChanged(frame) ? (
        <Panes title={title} frame={frame} />
      ) : (
        <Pane label={texts.unchanged} of={title}>
          {before}
        </Pane>
      )}
      {from + cut > 0 && <p class="small">{texts.leftOut(from + cut)}</p>}
    </li>
  );
}

function Why({
  reason: { id, name, words, source },
  onRule,
}: {
  readonly reason: Reason;
  readonly onRule: () => void;
}): JSX.Element {
  const more = texts.readMoreOf(name);
  return (
    <li data-why={id}>
      <span class="name">{name}</span> <code dir="ltr">{id}</code>{' '}
      {source === null ? (
        <button type="button" class="link" aria-label={more} onClick={onRule}>
          {texts.readMore}
        </button>
      ) : (
        <a class="link" href={source} target="_blank" rel="noreferrer" aria-label={more}>
          {texts.readMore}
        </a>
      )}
      {words !== null && <span class="small">{words}</span>}
    </li>
  );
}

function Panes({
  title,
  frame: { before, after },
}: {
  readonly title: string;
  readonly frame: RecordedFrame;
}): JSX.Element {
  const { head, removed, added, tail } = useMemo(() => frameDifference(before, after), [before, after]);
  return (
    <div class="panes">
      <Pane label={texts.before} of={title}>
        {before === '' ? (
          <i>{texts.nothingCame}</i>
        ) : after === '' ? (
          before
        ) : (
          <>
            {head}
            <Change kind="removed" text={removed} />
            {tail}
          </>
        )}
      </Pane>
      <Pane label={texts.after} of={title}>
        {after === '' ? (
          <i>{texts.nothingLeft}</i>
        ) : before === '' ? (
          after
        ) : (
          <>
            {head}
            <Change kind="added" text={added} />
            {tail}
          </>
        )}
      </Pane>
    </div>
  );
}

const CHANGES = { removed: 'del', added: 'ins' } as const;

function Change({ kind, text }: { readonly kind: keyof typeof CHANGES; readonly text: string }): JSX.Element | null {
  const Mark = CHANGES[kind];
  if (text === '') return null;
  return (
    <Mark>
      <span class="unseen">{texts[kind]} </span>
      {text}
    </Mark>
  );
}

interface PaneProps {
  readonly label: string;
  /** Title of the frame. */
  readonly of: string;
  readonly children: ComponentChildren;
}

function Pane({ label, of, children }: PaneProps): JSX.Element {
  return (
    <div class="pane">
      <p class="small">{label}</p>
      {/* In the order of the keys: it may be longer than its box. */}
      <pre tabIndex={0} role="region" aria-label={`${label}: ${of}`} dir="ltr">
        {children}
      </pre>
    </div>
  );
}
