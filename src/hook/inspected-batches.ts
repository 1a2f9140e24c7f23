import type { PageMessage } from '../bridge/protocol.ts';
import {
  BATCHES_PER_SECOND,
  MAX_MESSAGE,
  type InspectedFrame,
  type InspectedStream,
  type Way,
} from '../inspector/inspected.ts';
import { startTimer, stopTimer } from './realm/natives.ts';

/** What was seen of one stream, while it is still being collected for the next message. */
export interface Gathered {
  readonly stream: number;
  readonly way: Way;
  readonly address: string;
  readonly type: string;
  server: string;
  readonly frames: InspectedFrame[];
  dropped: number;
  stopped: boolean;
  over: boolean;
}

/** Collects what is inspected, and sends it to the bridge a few times per second; nothing while nobody inspects. */
export type Batches = ReturnType<typeof createBatches>;

/** Milliseconds from a frame to the message that carries it and all that arrived meanwhile. */
const SEND_AFTER = 1000 / BATCHES_PER_SECOND;

/** @param send passes a message on to the bridge */
export function createBatches(send: (message: PageMessage) => void) {
  let isOn = false;
  let ended = 0;
  let number = 0;
  let gathered: Gathered[] = [];
  /** UTF-16 units that still fit into the next message. */
  let room = MAX_MESSAGE;
  let timer = 0;

  function sendAll(): void {
    const streams: readonly InspectedStream[] = gathered;
    clear();
    if (isOn) send({ type: 'inspected', streams });
  }

  function clear(): void {
    timer = 0;
    gathered = [];
    room = MAX_MESSAGE;
  }

  return {
    isOn: (): boolean => isOn,
    set(on: boolean): void {
      isOn = on;
      if (on) return;
      stopTimer(timer);
      clear();
      ended++;
    },
    /** Returns how often inspecting has ended; what is known of a stream from before is discarded. */
    ended: (): number => ended,
    /** Returns the number of a new stream. */
    number: (): number => ++number,
    /** Returns the list for the next message; another list means that the one before was sent. */
    list: (): readonly Gathered[] => gathered,
    /** Adds a stream to the next message. */
    add(stream: Gathered): void {
      if (timer === 0) timer = startTimer(sendAll, SEND_AFTER);
      gathered[gathered.length] = stream;
    },
    /** @returns whether this many UTF-16 units still fit into the next message; then they are reserved */
    reserve(units: number): boolean {
      if (units > room) return false;
      room -= units;
      return true;
    },
    /** Sends a stream at once. */
    sendNow: (stream: InspectedStream): void => send({ type: 'inspected', streams: [stream] }),
  };
}
