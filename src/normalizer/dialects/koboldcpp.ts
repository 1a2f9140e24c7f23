import { textOf } from './fields.ts';
import type { Dialect, Message, Reading } from './dialect.ts';

/** KoboldCpp's own stream (`/api/extra/generate/stream`): `event: message`, one token each. */
export const koboldcpp: Dialect = { id: 'koboldcpp', read };

function read({ json }: Message): Reading | null {
  if (typeof json.token !== 'string' || !('finish_reason' in json)) return null;
  return {
    texts: textOf(json, 'token', 'reply', 'delta'),
    ends: typeof json.finish_reason === 'string',
  };
}
