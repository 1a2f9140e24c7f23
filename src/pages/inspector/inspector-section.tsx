import './inspector.css';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Card } from '../parts/controls.tsx';
import type { SectionProps } from '../../extension/routes.ts';
import { siteName } from '../parts/site-name.ts';
import { handReply } from '../rules/reply-to-try.ts';
import { inspectorTexts as texts } from '../../inspector/texts.ts';
import { type OpenTab, readOpenTabs, watchOpenTabs } from './open-tabs.ts';
import { useSettings } from '../settings/use-settings.ts';
import { ExceptionsContext, exceptionsOf } from './exceptions.ts';
import { StreamRow } from './stream-row.tsx';
import { useInspection, type Inspection, type InspectionState } from './use-inspection.ts';
import { useStored } from '../parts/use-stored.ts';
import { Button, Failure } from '../parts/button.tsx';
import { pageTexts } from '../parts/texts.ts';

/** The streams of one open page, frame by frame, while the person wants to see them. */
export function InspectorSection({ site, sites, go }: SectionProps): JSX.Element {
  const inspection = useInspection();
  const { value: tabs } = useStored(() => readOpenTabs(site), watchOpenTabs, 'list the open tabs', [
    site,
  ]);
  const { state } = inspection;
  const list = useRef<HTMLHeadingElement>(null);
  const before = useRef<InspectionState>('off');

  function toRules(reply = ''): void {
    handReply(reply);
    go({ section: 'rules', site });
  }

  useLayoutEffect(() => {
    // The button that was pressed is gone, so the focus moves to what it opened.
    if (before.current !== 'off' && state === 'off') list.current?.focus();
    before.current = state;
  }, [state]);

  return (
    <>
      <p class="small">{texts.about}</p>
      {state === 'off' ? (
        <section class="card" aria-labelledby="open-pages">
          <h2 id="open-pages" ref={list} tabIndex={-1}>
            {texts.pages}
          </h2>
          {tabs && <Tabs tabs={tabs} sites={sites} onStart={inspection.start} />}
        </section>
      ) : (
        <Watched inspection={inspection} sites={sites} onRule={toRules} />
      )}
    </>
  );
}

interface TabsProps {
  readonly tabs: readonly OpenTab[];
  readonly sites: readonly string[];
  readonly onStart: (tab: OpenTab) => void;
}

function Tabs({ tabs, sites, onStart }: TabsProps): JSX.Element {
  if (tabs.length === 0) return <p>{texts.noPages}</p>;
  return (
    <ul class="rows">
      {tabs.map((tab) => (
        <li key={tab.id}>
          <div class="row" data-tab={tab.id}>
            <div class="words">
              <bdi>{tab.title || texts.untitled}</bdi>
              <span class="small">{siteName(tab.site, sites)}</span>
            </div>
            <Button
              step="inspect"
              text={texts.inspect}
              aria-label={pageTexts.of(texts.inspect, tab.title || texts.untitled)}
              onClick={() => onStart(tab)}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface WatchedProps {
  readonly inspection: Inspection;
  readonly sites: readonly string[];
  readonly onRule: (reply?: string) => void;
}

function Watched({
  inspection: { state, tab, recording, stop },
  sites,
  onRule,
}: WatchedProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const settings = useSettings();

  useLayoutEffect(() => button.current?.focus(), []);

  return (
    <ExceptionsContext value={tab && exceptionsOf(tab.site, settings)}>
      {settings.problem !== null && <Failure text={settings.problem} />}
      <div class="card inspected" data-state={state}>
        <div class="row">
          <div class="words">
            {tab && <bdi>{tab.title || texts.untitled}</bdi>}
            {tab && <span class="small">{siteName(tab.site, sites)}</span>}
            <p role="status">{state !== 'off' && texts[state]}</p>
          </div>
          <button type="button" class="button" data-step="stop" ref={button} onClick={stop}>
            {texts.stop}
          </button>
        </div>
      </div>
      {state === 'recording' && (
        <Card title={texts.streams}>
          {recording.length === 0 ? (
            <p>{texts.noStreams}</p>
          ) : (
            <ul class="rows">
              {recording.map((stream) => (
                <StreamRow key={stream.stream} stream={stream} onRule={onRule} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </ExceptionsContext>
  );
}
