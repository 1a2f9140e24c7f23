import type { FrameRepair } from './frame-repair.ts';

/**
 * A gateway wraps the heartbeat of another one, `data: : OPENROUTER PROCESSING` (mnfst/llm-gateway#2053): it is not
 * JSON, and dropped.
 */
export const dataComments: FrameRepair = {
  id: 'data-comments',
  repair: ({ fields }) => (fields && /^:[^\n]*$/.test(fields.data) ? [] : null),
};
