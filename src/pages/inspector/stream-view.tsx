import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { diagnosisOf } from '../../inspector/diagnosis.ts';
import { fixtureOf } from '../../inspector/fixture.ts';
import { isChanged, isWhole, type RecordedStream } from '../../inspector/recording.ts';
import { mayHoldReply, replyOf } from '../../inspector/recorded-reply.ts';
import { inspectorTexts as texts } from '../../inspector/texts.ts';
import { findFrames, FrameList } from './frame-list.tsx';
import { FrameView } from './frame-view.tsx';
import { Button } from '../parts/button.tsx';

interface StreamViewProps {
  readonly id: string;
  readonly stream: RecordedStream;
  /** Opens the rules, with or without a reply to try them on. */
  readonly onRule: (reply?: string) => void;
}

/** The frames of one stream beside the selected one, and the actions for all of them. */
export function StreamView({ id, stream, onRule }: StreamViewProps): JSX.Element {
  const [changedOnly, setChangedOnly] = useState(true);
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const isOne = stream.count === 1;
  const listed = changedOnly && !isOne ? stream.frames.filter(isChanged) : stream.frames;
  const frames = isOne ? listed : findFrames(listed, wanted);
  // The selected frame may be hidden or dropped meanwhile.
  const frame = frames.find(({ number }) => number === chosen) ?? frames[0];
  const forgotten = stream.count - stream.dropped - stream.frames.length;
  return (
    <div id={id} class="stream">
      <Tools stream={stream} onRule={onRule} />
      {stream.dropped > 0 && <p class="small">{texts.dropped(stream.dropped)}</p>}
      {forgotten > 0 && <p class="small">{texts.forgotten(forgotten)}</p>}
      {!isOne && (
        <div class="tools">
          <input
            type="search"
            class="entry find"
            placeholder={texts.find}
            aria-label={texts.find}
            value={wanted}
            onInput={({ currentTarget }) => setWanted(currentTarget.value)}
          />
          <Choice name="changed-only" checked={changedOnly} onChange={setChangedOnly}>
            {texts.changedOnly}
          </Choice>
        </div>
      )}
      {frame ? (
        <div class={isOne ? 'frames one' : 'frames'}>
          {!isOne && <FrameList frames={frames} all={stream.frames} chosen={frame} onChoose={setChosen} />}
          <FrameView key={frame.number} frame={frame} onRule={() => onRule()} />
        </div>
      ) : (
        <p class="small">{listed.length > 0 ? texts.noneFound : texts.noneChanged}</p>
      )}
      {/* Always there: text that appears together with its element is not read out. */}
      <p class="unseen" role="status">
        {wanted.trim() !== '' && texts.frames(frames.length)}
      </p>
    </div>
  );
}

interface ChoiceProps {
  /** For tests and pictures. */
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: string;
}

function Choice({ name, checked, onChange, children }: ChoiceProps): JSX.Element {
  return (
    <label class="choice">
      <input
        type="checkbox"
        data-choice={name}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  );
}

/** What is below the buttons. */
interface Shown {
  readonly kind: 'fixture' | 'diagnosis';
  readonly text: string;
  /** The text about it. */
  readonly words: string;
}

function Tools({ stream, onRule }: Pick<StreamViewProps, 'stream' | 'onRule'>): JSX.Element {
  const [hidesPerson, setHidesPerson] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  // It grows four times a second, so its text is read only when it is needed.
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
        <Button step="copy" text={texts.copy} onClick={copy} />
        {stream.way !== 'request' && (
          <Button
            step="diagnose"
            text={texts.diagnose}
            onClick={() => setShown({ kind: 'diagnosis', text: diagnosisOf(stream) ?? '', words: missing })}
          />
        )}
        {canTry && <Button step="try-rule" text={texts.tryRule} onClick={() => onRule(replyOf(stream) || undefined)} />}
        <Choice name="hide-person" checked={hidesPerson} onChange={setHidesPerson}>
          {texts.hidePerson}
        </Choice>
      </div>
      <p class="small" role="status">
        {shown?.words}
        {shown?.kind === 'fixture' && missing !== '' && ` ${missing}`}
      </p>
      {shown && <ShownText {...shown} />}
    </>
  );
}

function ShownText({ kind, text }: Shown): JSX.Element {
  return (
    <pre
      class="wide"
      data-shown={kind}
      tabIndex={0}
      role="region"
      aria-label={texts[kind]}
      dir="ltr"
      // The doctor speaks English, as reports to servers and clients do.
      lang={kind === 'diagnosis' ? 'en' : undefined}
    >
      {text}
    </pre>
  );
}
