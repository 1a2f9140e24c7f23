/**
 * The events of a run in which the agent asks in its own words: written after the source of Hermes
 * that is not released (gateway/platforms/api_server_clarify.py at c02d0097), as no server that
 * sends them can be installed.
 */

export const RUN = 'run_4f1d';
export const CLARIFY_ID = '9b6d7e0c2f1a4d0c8f5b7a3e1c9d2f40';
export const ASKED = 'Which policy shall I use — “strict” or “lax”?';
export const OFFERS = ['Strict (Recommended)', 'Lax'];

function frame(seq: number, event: string, fields: object): string {
  const data = { event, run_id: RUN, timestamp: 1_764_400_000 + seq, ...fields, seq };
  return `id: ${seq}\ndata: ${JSON.stringify(data)}\n\n`;
}

export const REQUEST = {
  clarify_id: CLARIFY_ID,
  question: ASKED,
  choices: OFFERS as readonly unknown[] | null,
  multi_select: false,
};

/**
 * @param request what differs from that question.
 * @returns the frames up to the one that asks, and its text
 */
export function asking(request: object = {}): string[] {
  return [
    ': open\n\n',
    frame(1, 'message.delta', { delta: 'One question first.' }),
    frame(2, 'tool.started', { tool: 'clarify', preview: ASKED }),
    frame(3, 'clarify.request', { ...REQUEST, ...request }),
    // The same for pages that do not know the event.
    frame(4, 'message.delta', { delta: `${ASKED}\n1. ${OFFERS[0]}\n2. ${OFFERS[1]}` }),
  ];
}

/** @returns the frames from the one that closes the question */
export function answered(answer: string): string[] {
  const notice = `✅ answered: ${answer}`;
  return [
    frame(5, 'clarify.retired', { clarify_id: CLARIFY_ID, notice }),
    frame(6, 'message.delta', { delta: notice }),
    frame(7, 'tool.completed', { tool: 'clarify', duration: 4.2, error: false, preview: '{}' }),
    frame(8, 'message.delta', { delta: 'Then I go on.' }),
    frame(9, 'run.completed', { output: 'Then I go on.' }),
    ': stream closed\n\n',
  ];
}

/** What a server says that takes such answers; much more than this. */
export const CAPABILITIES = {
  object: 'hermes.api_server.capabilities',
  features: { run_approval_response: true, run_clarify_response: true, clarify_events: true },
  endpoints: { run_clarify: { method: 'POST', path: '/v1/runs/{run_id}/clarify' } },
};
