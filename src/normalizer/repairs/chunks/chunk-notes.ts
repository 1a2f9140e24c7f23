import type { FoundCall } from '../tool-calls/tool-call-index.ts';
import type { ToolCall } from '../tool-calls/tool-call.ts';
import type { WaitingHead } from './waiting-head.ts';

/** An entry of `tool_calls` and the call that it belongs to. */
export interface PlacedEntry extends FoundCall {
  /** What leaves instead of it. */
  readonly draft: Record<string, unknown>;
  /** It arrived without arguments, not even empty ones. */
  readonly bare: boolean;
  /** Its id; that of the waiting head if it names that. */
  readonly id: string;
  /** Its original index. */
  readonly index: unknown;
  /** Its original type. */
  readonly type: unknown;
  /** The id that its call had before it, and before the head that it replaces. */
  readonly idBefore: string;
}

/** What was found and changed in the current chunk so far. */
export interface ChunkNotes {
  /** What waits from the chunk before. */
  readonly waiting: WaitingHead | null;
  /** Ids of the repairs made, once for each entry. */
  readonly made: string[];
  /** Id of the repair by which the chunk replaces what waits. */
  replaces: string | null;
  /** Drafts that differ from their entries. */
  readonly changes: Set<unknown>;
  /** Entries that must not be split. */
  readonly wholes: Set<unknown>;
  /** The calls of the current choice so far. */
  seen: Set<ToolCall>;
  /** The entries of the current choice must not be split. */
  together: boolean;
  /** The id of an earlier entry that may begin another call. */
  begun: string;
  last: PlacedEntry | null;
  /** The last entry is the second of two equal ones: if it waited too, what passes would come between them. */
  isAgain: boolean;
}

export function createChunkNotes(waiting: WaitingHead | null): ChunkNotes {
  return {
    waiting,
    made: [],
    replaces: null,
    changes: new Set(),
    wholes: new Set(),
    seen: new Set(),
    together: false,
    begun: '',
    last: null,
    isAgain: false,
  };
}
