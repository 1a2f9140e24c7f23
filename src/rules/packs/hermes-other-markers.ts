import type { RulePack } from '../../normalizer/rules/rule.ts';

const OPEN = '[OUT-OF-BAND USER MESSAGE';
const CLOSE = '[/OUT-OF-BAND USER MESSAGE]';

/** What models behind Hermes Agent fake besides its tool markers. None of it comes from a tool. */
export const hermesOtherMarkers: RulePack = {
  id: 'hermes-other-markers',
  name: 'Hermes Agent: [memory], [Calling tool: …]',
  source: 'https://github.com/NousResearch/hermes-agent/issues/78148',
  rules: [
    { id: 'memory', kind: 'line', pattern: '[memory]', tells: 'nothing' },
    {
      id: 'calling-tool',
      kind: 'line',
      pattern: '[Calling tool: {tool} with arguments: {arguments}]',
      tells: 'nothing',
    },
    { id: 'short-message', kind: 'line', pattern: `${OPEN}{text}${CLOSE}`, tells: 'nothing' },
    { id: 'message', kind: 'block', pattern: `${OPEN}{text}`, until: CLOSE, tells: 'nothing' },
  ],
};
