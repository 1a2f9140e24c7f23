import { isObject } from '../json-text.ts';
import { stringOf, type EntryRepair, type ToolCall } from './tool-call.ts';

/**
 * No index (Gemini: openai/openai-python#2806; Ollama: ollama/ollama#7881; mistral.rs), or one index for several calls
 * (ollama/ollama#15457, InternLM/lmdeploy#3412): the entry gets the index of its call.
 */
export const toolCallIndex: EntryRepair = {
  id: 'tool-call-index',
  repair(entry, { index }) {
    if (entry.index === index) return false;
    entry.index = index;
    return true;
  },
};

/** Knows the calls of one choice. */
export interface Calls {
  /** @returns the call that an entry of `tool_calls` belongs to, new where it is the first of it */
  find(entry: Record<string, unknown>): { readonly call: ToolCall; readonly isNew: boolean };
}

/** @returns the calls of one choice, none yet */
export function createCalls(): Calls {
  const taken = new Map<number, ToolCall>();
  const byId = new Map<string, ToolCall>();
  /** The latest call that came under an index of the server. */
  const byServerIndex = new Map<number, ToolCall>();
  let last: ToolCall | null = null;

  function known(index: number | null, id: string, name: string, whole: boolean): ToolCall | null {
    if (index !== null) {
      const call = byServerIndex.get(index) ?? null;
      // A new id with a name is a new call; a new id alone comes with every fragment (BerriAI/litellm#40040).
      return call && id && name && call.id && id !== call.id ? null : call;
    }
    if (id && (byId.has(id) || name)) return byId.get(id) ?? null;
    // Without id a name tells of a new call only where the last one has its arguments.
    return name && last?.argued && (whole || name !== last.name) ? null : last;
  }

  return {
    find(entry) {
      const index = typeof entry.index === 'number' ? entry.index : null;
      const id = stringOf(entry.id);
      const said = isObject(entry.function) ? entry.function : {};
      let call = known(index, id, stringOf(said.name), isObject(said.arguments));
      const isNew = !call;
      if (!call) {
        let free = index ?? 0;
        while (taken.has(free)) free++;
        call = { index: free, id: '', name: '', argued: false };
        taken.set(free, call);
      }
      // A fragment's id of its own says nothing of what comes later under it.
      if (id && !call.id && !byId.has(id)) byId.set(id, call);
      if (index !== null) byServerIndex.set(index, call);
      last = call;
      return { call, isNew };
    },
  };
}
