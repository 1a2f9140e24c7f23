import { arrayOf, stringOf } from '../dialects/fields.ts';
import { isObject } from '../json/json-edit.ts';
import type { PlacedRepair } from './repair.ts';

export const firstRole: PlacedRepair = {
  id: 'first-role',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'First piece without a role',
    defect: 'The first delta of the reply has no role.',
    breaks: ['stream helper of the OpenAI library: "missing role for choice 0"'],
    whatWeDo: 'The first delta gets the role "assistant", where the server is llama.cpp.',
    allowed: "OpenAI's schema",
    source: 'https://github.com/ggml-org/llama.cpp/pull/12379',
  },
};

/** The build of llama.cpp, which its server sends with every chunk. */
const LLAMA_CPP = /^b\d+-/;

/** Messages after which a stream without chat texts is considered foreign. */
const FOREIGN_AFTER = 32;
/** More choices than any response has. */
const MAX_CHOICES = 64;

/**
 * The first delta of a reply has no role. llama.cpp writes the role with the first token, and if a
 * reply begins with a character of several tokens, such as an emoji, that delta is never sent
 * (tools/server/server-task.cpp): `.stream()` of openai throws "missing role for choice 0". No
 * client is known that is bothered by a role there. Streams of other servers without roles are left
 * alone: they are legal, and their clients know them. A stream whose first text has a role is sound
 * and is not examined any further.
 * @returns an observer of the first texts of one stream
 */
export function createFirstRoles() {
  let state: 'unknown' | 'sound' | 'lacking' = 'unknown';
  let messages = 0;
  /** Indices of choices that have their role. */
  const known = new Set<unknown>();

  function lacks(choice: unknown): boolean {
    if (
      state === 'sound' ||
      !isObject(choice) ||
      !isObject(choice.delta) ||
      known.has(choice.index)
    )
      return false;
    const { role } = choice.delta;
    const hasRole = role !== undefined && role !== null && role !== '';
    if (!hasRole && !saysSomething(choice.delta, choice.finish_reason)) return false;
    if (hasRole && state === 'unknown') state = 'sound';
    else if (known.size < MAX_CHOICES) known.add(choice.index);
    else return false;
    if (!hasRole) state = 'lacking';
    return !hasRole;
  }

  return {
    /** Returns whether no role will be missing. */
    isSettled: (): boolean => state === 'sound',
    /** @returns which choices of the next message of the stream need a role */
    missing({ choices, system_fingerprint: build }: Record<string, unknown>): number[] {
      if (state === 'sound') return [];
      if (
        state === 'unknown' &&
        (++messages > FOREIGN_AFTER || (Array.isArray(choices) && !LLAMA_CPP.test(stringOf(build))))
      ) {
        state = 'sound';
        return [];
      }
      return arrayOf(choices).flatMap((choice, i) => (lacks(choice) ? [i] : []));
    },
  };
}

function saysSomething(delta: Record<string, unknown>, finish: unknown): boolean {
  if (finish !== undefined && finish !== null && finish !== '') return true;
  return Object.values(delta).some(
    (value) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
}
