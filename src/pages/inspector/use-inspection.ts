import { useEffect, useRef, useState } from 'preact/hooks';
import { record, type Recording } from '../../inspector/recording.ts';
import { browser } from 'wxt/browser';
import { readInspected, type InspectedStream } from '../../inspector/inspected.ts';
import { INSPECT_PORT } from '../../inspector/relay.ts';
import { isStillThere, type OpenTab } from './open-tabs.ts';

/**
 * `off`: nothing is inspected; `lost`: the page does not answer right now; `gone`: it will not come
 * back.
 */
export type InspectionState = 'off' | 'connecting' | 'recording' | 'lost' | 'gone';

export type Inspection = ReturnType<typeof useInspection>;

/** Milliseconds until a lost page is asked again. */
const ASK_AFTER = 500;

const NOTHING: Recording = [];

/**
 * Records the streams of one tab, in the memory of this page only: it is cleared with the
 * connection, and with the page.
 */
export function useInspection() {
  const [state, setState] = useState<InspectionState>('off');
  /** The tab that is or was inspected. */
  const [tab, setTab] = useState<OpenTab | null>(null);
  const [recording, setRecording] = useState<Recording>(NOTHING);
  const end = useRef<(() => void) | null>(null);

  function clear(): void {
    end.current?.();
    end.current = null;
    setRecording(NOTHING);
  }

  function start(wanted: OpenTab): void {
    clear();
    setTab(wanted);
    setState('connecting');
    connect(wanted);
  }

  function stop(): void {
    clear();
    setTab(null);
    setState('off');
  }

  function connect(wanted: OpenTab): void {
    end.current = connectTab(
      wanted.id,
      (news) => {
        setState('recording');
        setRecording((before) => record(before, news, Date.now()));
      },
      () => {
        clear();
        setState('lost');
        askAgain(wanted);
      },
    );
  }

  function askAgain(wanted: OpenTab): void {
    const timer = setTimeout(async () => {
      const isThere = await isStillThere(wanted);
      if (end.current !== giveUp) return;
      if (isThere) connect(wanted);
      else setState('gone');
    }, ASK_AFTER);
    const giveUp = () => clearTimeout(timer);
    end.current = giveUp;
  }

  useEffect(() => {
    // A browser may keep a page that was left, to return to it.
    addEventListener('pagehide', stop);
    return () => {
      removeEventListener('pagehide', stop);
      clear();
    };
  }, []);

  return { state, tab, recording, start, stop };
}

/**
 * Listens to the streams of the page in a tab, directly from its bridge: nothing passes through the
 * background.
 * @param onNews called with what is new; once with nothing, when the page has answered
 * @param onLost called when the page has gone, or did not answer
 * @returns a function that stops listening
 */
function connectTab(
  tab: number,
  onNews: (news: readonly InspectedStream[]) => void,
  onLost: () => void,
): () => void {
  const port = browser.tabs.connect(tab, { name: INSPECT_PORT, frameId: 0 });
  let over = false;
  port.onMessage.addListener((message: unknown) => {
    // Written by the page's process, even if it was checked there: it is checked again.
    const news = readInspected(message);
    if (news && !over) onNews(news);
  });
  port.onDisconnect.addListener(() => {
    // Reading it keeps the browser from logging an error.
    void browser.runtime.lastError;
    if (!over) onLost();
    over = true;
  });
  return () => {
    over = true;
    port.disconnect();
  };
}
