import './inspector.css';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useEffect, useState } from 'preact/hooks';
import { Card } from '../parts/controls.tsx';
import type { SectionProps } from '../../extension/routes.ts';
import { siteName } from '../parts/site-name.ts';
import { handReply } from '../rules/reply-to-try.ts';
import { inspectorTexts as texts } from '../../inspector/texts.ts';
import { type OpenTab, readOpenTabs, watchTabs } from './open-tabs.ts';
import { useSettings } from '../settings/use-settings.ts';
import { SettingsProblem } from '../settings/settings-problem.tsx';
import { ExceptionsContext, exceptionsOf } from './exceptions.ts';
import { StreamRow } from './stream-row.tsx';
import { useInspection, type Inspection, type InspectionState } from './use-inspection.ts';
import { reportFailure } from '../../extension/promises.ts';
import { watchSites } from '../../settings/store.ts';
import { createLatestRead } from '../parts/latest-read.ts';

/** The streams of one open page, frame by frame, while the person wants to see them. */
export function InspectorSection({ site, sites, go }: SectionProps): JSX.Element {
  const inspection = useInspection();
  const tabs = useOpenTabs(site);
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
            <button
              type="button"
              class="button"
              data-step="inspect"
              aria-label={texts.inspectPage(tab.title || texts.untitled)}
              onClick={() => onStart(tab)}
            >
              {texts.inspect}
            </button>
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

function Watched({ inspection: { state, tab, recording, stop }, sites, onRule }: WatchedProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const settings = useSettings();

  useLayoutEffect(() => button.current?.focus(), []);

  return (
    <ExceptionsContext value={tab && exceptionsOf(tab.site, settings)}>
      <SettingsProblem problem={settings.problem} />
      <div class="card inspected" data-state={state}>
        <div class="row">
          <div class="words">
            {tab && <bdi>{tab.title || texts.untitled}</bdi>}
            {tab && <span class="small">{siteName(tab.site, sites)}</span>}
            <p role="status">{stateText(state)}</p>
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

function stateText(state: InspectionState): string {
  switch (state) {
    case 'off':
      return '';
    case 'connecting':
      return texts.connecting;
    case 'recording':
    case 'lost':
    case 'gone':
      return texts[state];
  }
}

/** @returns the open tabs of sites that are on, kept fresh; null until they are known */
function useOpenTabs(site: string | null): readonly OpenTab[] | null {
  const [tabs, setTabs] = useState<readonly OpenTab[] | null>(null);

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const begin = createLatestRead();

    function refresh(): void {
      const isLatest = begin();
      readOpenTabs(site).then(
        (found) => !signal.aborted && isLatest() && setTabs(found),
        reportFailure('list the open tabs'),
      );
    }

    const stopTabs = watchTabs(refresh);
    watchSites(refresh, signal);
    refresh();
    return () => {
      ending.abort();
      stopTabs();
    };
  }, [site]);

  return tabs;
}
