import type { FrameRepair } from './frame-repair.ts';

/**
 * A gateway wraps the heartbeat of another one, `data: : OPENROUTER PROCESSING`
 * (mnfst/llm-gateway#2053): it is not JSON, and dropped.
 */
export const dataComments: FrameRepair = {
  id: 'data-comments',
  stage: 'frame',
  stream: 'broken',
  about: {
    name: 'Heartbeats sent as data',
    defect: 'A heartbeat is sent as data, such as "data: : OPENROUTER PROCESSING".',
    breaks: [
      'OpenAI libraries, Vercel AI SDK, LangChain, big-AGI, LobeHub, Hollama: it is no JSON, they throw',
      'BetterChatGPT: the reply stops there',
    ],
    whatWeDo: 'The frame is removed.',
    source: 'https://github.com/mnfst/llm-gateway/issues/2053',
  },
  repair: ({ fields }) => (fields && /^:[^\n]*$/.test(fields.data) ? [] : null),
};
