import { isObject } from '../json/json-edit.ts';
import { editChoices, type FrameRepair } from './frame-repair.ts';

/**
 * The role of a delta is an empty text (GLM-5: anomalyco/opencode#28427; MiniMax M2.5:
 * MiniMax-AI/MiniMax-M2.5#2). OpenAI's schema lists the roles, and readers that check it refuse the
 * chunk. It becomes "assistant", which many servers repeat with every delta.
 */
export const emptyRole: FrameRepair = {
  id: 'empty-role',
  stage: 'frame',
  stream: 'broken',
  about: {
    name: 'Empty role',
    defect: 'The role of a delta is empty.',
    breaks: [
      'big-AGI, older versions of the Vercel AI SDK (OpenCode): the chunk is refused, the rest is lost',
      'LangChain: a call in that delta is lost',
      'stream helper of the OpenAI library: "missing role for choice 0"',
    ],
    whatWeDo: 'It becomes "assistant".',
    source: 'https://github.com/anomalyco/opencode/issues/28427',
  },
  repair: (frame) =>
    editChoices(frame, ({ delta }, path) =>
      isObject(delta) && delta.role === ''
        ? [{ path: [...path, 'delta', 'role'], json: '"assistant"' }]
        : [],
    ),
};
