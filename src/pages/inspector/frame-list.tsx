import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isChanged, type RecordedFrame } from '../../inspector/recording.ts';
import { inspectorTexts as texts } from '../../inspector/texts.ts';
import { formats } from '../../languages/formats.ts';
import { excerptOf } from './frame-excerpt.ts';
import { reasonsOf } from './reasons.ts';

/** Frames shown at once. */
const AT_ONCE = 200;

interface FrameListProps {
  readonly frames: readonly RecordedFrame[];
  /** Frames that are not listed included. */
  readonly all: readonly RecordedFrame[];
  /** One of the frames. */
  readonly chosen: RecordedFrame;
  readonly onChoose: (number: number) => void;
}

/**
 * The frames of a stream, one per line. Arrow keys move between them, and the selected one is shown
 * beside the list.
 */
export function FrameList({ frames, all, chosen, onChoose }: FrameListProps): JSX.Element {
  const [most, setMost] = useState(AT_ONCE);
  const list = useRef<HTMLUListElement>(null);
  const at = frames.indexOf(chosen);
  const shown = Math.max(most, at + 1);

  useLayoutEffect(() => {
    // The next key continues from where this one led.
    if (!list.current?.contains(document.activeElement)) return;
    list.current.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [chosen.number]);

  function onKeyDown(event: KeyboardEvent): void {
    const to = placeOf(event.key, at, frames.length);
    const frame = to === null ? undefined : frames[to];
    if (!frame || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    onChoose(frame.number);
  }

  return (
    <div class="frame-list">
      <ul role="listbox" aria-label={texts.list} ref={list} onKeyDown={onKeyDown}>
        {frames.slice(0, shown).map((frame) => (
          <Line
            key={frame.number}
            frame={frame}
            excerpt={excerptOf(frame, all)}
            isChosen={frame === chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {frames.length > shown && (
        <button type="button" class="button more" onClick={() => setMost(shown + AT_ONCE)}>
          {texts.moreFrames(frames.length - shown)}
        </button>
      )}
    </div>
  );
}

/** @returns the index that a key leads to, null for any other key */
function placeOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

interface LineProps {
  readonly frame: RecordedFrame;
  readonly excerpt: string;
  readonly isChosen: boolean;
  readonly onChoose: (number: number) => void;
}

function Line({ frame, excerpt, isChosen, onChoose }: LineProps): JSX.Element {
  const reasons = reasonsOf(frame);
  const names = reasons.map(({ name }) => name);
  const lang = reasons.some(({ source }) => source !== null) ? 'en' : undefined;
  return (
    <li
      role="option"
      aria-selected={isChosen}
      tabIndex={isChosen ? 0 : -1}
      data-line={frame.number}
      class={isChanged(frame) ? 'changed' : undefined}
      onClick={() => onChoose(frame.number)}
    >
      <span class="number">{formats.figure(frame.number)}</span>
      <span class="excerpt">
        <code dir="ltr">{excerpt}</code>
        {isChanged(frame) && (
          <span class="small" lang={lang}>
            {names.length > 0 ? formats.list(names) : texts.wasChanged}
          </span>
        )}
      </span>
    </li>
  );
}

/**
 * Finds frames by what arrived, what the page got, or why it was changed, in capitals or not.
 * @param wanted as a person types it; blanks around it do not matter
 * @returns the frames that contain it, in the same order; all of them for ''
 */
export function findFrames(
  frames: readonly RecordedFrame[],
  wanted: string,
): readonly RecordedFrame[] {
  const text = wanted.trim().toLowerCase();
  if (text === '') return frames;
  return frames.filter(
    (frame) =>
      frame.before.toLowerCase().includes(text) ||
      frame.after.toLowerCase().includes(text) ||
      reasonsOf(frame).some(
        ({ id, name }) => id.includes(text) || name.toLowerCase().includes(text),
      ),
  );
}
