import { editChoices, type FrameRepair } from './frame-repair.ts';

/**
 * A choice of a chunk has no `delta`, or null (Azure's asynchronous content filter:
 * microsoft/autogen#6465). It becomes an empty one, as readers take its content unguarded. Choices
 * of text completions and whole messages stay. Off by default: a missing delta says nothing,
 * whereas an empty one does.
 */
export const deltaMissing: FrameRepair = {
  id: 'delta-missing',
  stage: 'frame',
  stream: 'legal',
  about: {
    name: 'Missing "delta"',
    defect: 'A choice of a chunk has no "delta".',
    breaks: [
      'OpenAI library read without a guard, big-AGI, BetterChatGPT, Hollama, AutoGen: throw',
    ],
    whatWeDo: 'The choice gets an empty "delta".',
    allowed: "Azure's documentation of its asynchronous filter",
    source: 'https://github.com/microsoft/autogen/issues/6465',
  },
  repair: (frame) =>
    editChoices(frame, (choice, path) =>
      choice.delta == null && !('text' in choice) && !('message' in choice)
        ? [{ path: [...path, 'delta'], json: '{}' }]
        : [],
    ),
};
