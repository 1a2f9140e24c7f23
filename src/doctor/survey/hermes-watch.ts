import type { Reading } from '../../normalizer/dialects/dialect.ts';
import { hermesEra, SHAPE, type Server } from './servers.ts';

/**
 * Watches for signs of a Hermes server, and of its version.
 * @param sessionId value of `X-Hermes-Session-Id`, or null
 */
export function createHermesWatch(sessionId: string | null) {
  let seen = Boolean(sessionId);
  let eventsWithId = false;
  let eventsWithoutId = false;

  return {
    isSeen: (): boolean => seen,
    /** @param dialect the id of the dialect that a message was read in */
    read(dialect: string, { hermes, progress }: Reading): void {
      seen ||= hermes ?? dialect.startsWith('hermes-');
      if (dialect !== 'hermes-progress') return;
      for (const { callId } of progress ?? []) {
        if (callId === null) eventsWithoutId = true;
        else eventsWithId = true;
      }
    },
    /**
     * @param dialects ids of all dialects of the stream
     * @param markers whether the server itself wrote markers
     * @returns the server; none without a sign of it
     */
    servers(dialects: ReadonlySet<string>, markers: boolean): Server[] {
      if (!seen) return [];
      const era = hermesEra({
        sessionId,
        eventsWithId,
        eventsWithoutId,
        runs: dialects.has('hermes-runs'),
        markers,
        isChat: dialects.has('openai-chat'),
      });
      const by = era?.by ?? (sessionId ? 'the session id' : SHAPE);
      return [{ name: 'Hermes Agent', version: era?.version ?? null, by }];
    },
  };
}
