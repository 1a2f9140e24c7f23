import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { diagnosisOf } from '../../inspector/diagnosis.ts';
import { fixtureOf } from '../../inspector/fixture.ts';
import { isChanged, isWhole, type RecordedStream } from '../../inspector/recording.ts';
import { mayHoldReply, replyOf } from '../../inspector/recorded-reply.ts';
import { inspectorTexts as texts } from '../../inspector/texts.ts';
import { FrameView } from './frame-view.tsx';

/** Frames shown at once. */
const AT_ONCE = 50;

interface StreamViewProps {
  readonly id: string;
  readonly stream: RecordedStream;
  /** Goes to the rules, with a reply to try them on or without. */
  readonly onRule: (reply?: string) => void;
}

/** The frames of one stream, and what can be done with all of them. */
export function StreamView({ id, stream, onRule }: StreamViewProps): JSX.Element {
  const [changedOnly, setChangedOnly] = useState(true);
  const [most, setMost] = useState(AT_ONCE);
  const isOne = stream.count === 1;
  const frames = changedOnly && !isOne ? stream.frames.filter(isChanged) : stream.frames;
  const forgotten = stream.count - stream.dropped - stream.frames.length;
  return (
    <div id={id} class="stream">
      <Tools stream={stream} onRule={onRule} />
      {stream.dropped > 0 && <p class="small">{texts.dropped(stream.dropped)}</p>}
      {forgotten > 0 && <p class="small">{texts.forgotten(forgotten)}</p>}
      {!isOne && (
        <label class="choice">
          <input
            type="checkbox"
            data-choice="changed-only"
            checked={changedOnly}
            onChange={({ currentTarget }) => setChangedOnly(currentTarget.checked)}
          />
          {texts.changedOnly}
        </label>
      )}
      {frames.length === 0 && <p class="small">{texts.noneChanged}</p>}
      <ol class="frames">
        {frames.slice(0, most).map((frame) => (
          <FrameView key={frame.number} frame={frame} onRule={() => onRule()} />
        ))}
      </ol>
      {frames.length > most && (
        <button type="button" class="button more" onClick={() => setMost(most + AT_ONCE)}>
          {texts.moreFrames(frames.length - most)}
        </button>
      )}
    </div>
  );
}

/** What is below the buttons. */
interface Shown {
  readonly kind: 'fixture' | 'diagnosis';
  readonly text: string;
  /** What is said of it. */
  readonly words: string;
}

function Tools({ stream, onRule }: Pick<StreamViewProps, 'stream' | 'onRule'>): JSX.Element {
  const [hidesPerson, setHidesPerson] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  // While it grows four times a second, its text is read only when it is wanted.
  const canTry = useMemo(() => mayHoldReply(stream), [stream.stream, stream.over]);
  const missing = isWhole(stream) ? '' : texts.incomplete;

  function copy(): void {
    const text = fixtureOf(stream, hidesPerson);
    navigator.clipboard.writeText(text).then(
      () =>
        setShown({ kind: 'fixture', text, words: hidesPerson ? `${texts.copied} ${texts.allMasked}` : texts.copied }),
      () => setShown({ kind: 'fixture', text, words: texts.notCopied }),
    );
  }

  return (
    <>
      <div class="tools">
        <button type="button" class="button" data-step="copy" onClick={copy}>
          {texts.copy}
        </button>
        {stream.way !== 'request' && (
          <button
            type="button"
            class="button"
            data-step="diagnose"
            onClick={() => setShown({ kind: 'diagnosis', text: diagnosisOf(stream) ?? '', words: missing })}
          >
            {texts.diagnose}
          </button>
        )}
        {canTry && (
          <button
            type="button"
            class="button"
            data-step="try-rule"
            onClick={() => onRule(replyOf(stream) || undefined)}
          >
            {texts.tryRule}
          </button>
        )}
        <label class="choice">
          <input
            type="checkbox"
            data-choice="hide-person"
            checked={hidesPerson}
            onChange={({ currentTarget }) => setHidesPerson(currentTarget.checked)}
          />
          {texts.hidePerson}
        </label>
      </div>
      <p class="small" role="status">
        {shown?.words}
        {shown?.kind === 'fixture' && missing !== '' && ` ${missing}`}
      </p>
      {shown && (
        // The doctor speaks English, as reports to servers and clients do.
        <pre
          class="wide"
          data-shown={shown.kind}
          tabIndex={0}
          role="region"
          aria-label={texts[shown.kind]}
          dir="ltr"
          lang={shown.kind === 'diagnosis' ? 'en' : undefined}
        >
          {shown.text}
        </pre>
      )}
    </>
  );
}
