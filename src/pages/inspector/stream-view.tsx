import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { fixtureOf } from '../../inspector/fixture.ts';
import { isChanged, isWhole, type RecordedStream } from '../../inspector/recording.ts';
import { mayHoldReply, replyOf } from '../../inspector/recorded-reply.ts';
import { inspectorTexts as texts } from '../../inspector/texts.ts';
import { findFrames, FrameList } from './frame-list.tsx';
import { FrameView } from './frame-view.tsx';
import { formats } from '../../languages/formats.ts';
import { Button } from '../parts/button.tsx';
import { pageTexts } from '../parts/texts.ts';
import { copyText } from '../popup/step-page.tsx';

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
          {!isOne && (
            <FrameList frames={frames} all={stream.frames} chosen={frame} onChoose={setChosen} />
          )}
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

function Tools({ stream, onRule }: Pick<StreamViewProps, 'stream' | 'onRule'>): JSX.Element {
  const [hidesPerson, setHidesPerson] = useState(false);
  /** The text that was copied, and the words about that. */
  const [copied, setCopied] = useState({ text: '', words: '' });
  // It grows four times a second, so its text is read only when it is needed.
  const canTry = useMemo(() => mayHoldReply(stream), [stream.stream, stream.over]);

  async function copy(): Promise<void> {
    const text = fixtureOf(stream, hidesPerson);
    const missing = !isWhole(stream) && texts.incomplete;
    const done = await copyText(text);
    const words = done
      ? formats.sentences(texts.copied, hidesPerson && texts.allMasked, missing)
      : formats.sentences(texts.notCopied, missing);
    setCopied({ text, words });
  }

  // Several may be open.
  const name = pageTexts.of(
    texts.fixture,
    `${texts.ways[stream.way]} ${formats.second(stream.began)}`,
  );
  return (
    <>
      <div class="tools">
        <Button step="copy" text={texts.copy} onClick={() => void copy()} />
        {canTry && (
          <Button
            step="try-rule"
            text={texts.tryRule}
            onClick={() => onRule(replyOf(stream) || undefined)}
          />
        )}
        <Choice name="hide-person" checked={hidesPerson} onChange={setHidesPerson}>
          {texts.hidePerson}
        </Choice>
      </div>
      <p class="small" role="status">
        {copied.words}
      </p>
      {copied.text !== '' && (
        <pre
          class="wide"
          data-shown="fixture"
          tabIndex={0}
          role="region"
          aria-label={name}
          dir="ltr"
        >
          {copied.text}
        </pre>
      )}
    </>
  );
}
