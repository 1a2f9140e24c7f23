import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { RecordedStream } from '../../inspector/recording.ts';
import { inspectorTexts as texts } from '../../inspector/texts.ts';
import { serverName } from '../../languages/dialect-words.ts';
import { StreamView } from './stream-view.tsx';
import { Button } from '../parts/button.tsx';
import { pageTexts } from '../parts/texts.ts';
import { formats } from '../../languages/formats.ts';

interface StreamRowProps {
  readonly stream: RecordedStream;
  readonly onRule: (reply?: string) => void;
}

/** One stream; its frames unfold below it. */
export function StreamRow({ stream, onRule }: StreamRowProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const id = useId();
  const label = open ? pageTexts.hide : pageTexts.show;
  const isLive = !stream.over && stream.way !== 'socket';
  return (
    <li data-stream={stream.stream} data-way={stream.way}>
      <div class="row">
        <div class="words">
          <span>
            {texts.ways[stream.way]} <code dir="ltr">{stream.address}</code>{' '}
            {isLive && <span class="tag on">{texts.live}</span>}{' '}
            {stream.stopped && (
              <span class="tag" data-stopped>
                {texts.stopped}
              </span>
            )}
          </span>
          <span class="small figures">
            {streamFacts(stream).map((fact) => (
              <span key={fact} class="fact">
                <bdi>{fact}</bdi>
              </span>
            ))}
          </span>
        </div>
        <Button
          step="show"
          text={label}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-label={pageTexts.of(label, streamName(stream))}
          onClick={() => setOpen(!open)}
        />
      </div>
      {open && <StreamView id={id} stream={stream} onRule={onRule} />}
    </li>
  );
}

/** "Response /v1/chat/completions" */
export function streamName({ way, address }: Pick<RecordedStream, 'way' | 'address'>): string {
  return address === '' ? texts.ways[way] : `${texts.ways[way]} ${address}`;
}

/** When it began, its dialect, how many frames, how many of them changed: each a short text. */
export function streamFacts({ began, server, count, changed }: RecordedStream): readonly string[] {
  const kind = serverName(server);
  return [
    formats.second(began),
    ...(kind === null ? [] : [kind]),
    texts.frames(count),
    texts.changed(changed),
  ];
}
