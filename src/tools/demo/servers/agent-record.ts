/**
 * What the demo's agent recorded: the results of its calls, and the answers to its questions. Texts
 * are Hermes' own.
 */
import { OUTCOMES, readOutcome } from './recordings.ts';

/** Milliseconds in which a question must be answered; real Hermes waits five minutes. */
const ANSWER_WITHIN = 60_000;

/** Results of the recorded calls, by what they ran; all others printed nothing. */
const RESULTS: Readonly<Record<string, object>> = {
  'sample.txt': { content: '1|one\n2|two', total_lines: 2 },
  'exit 3': { output: '', exit_code: 3, error: null },
};

/** Names of the arguments that labels are taken from; all others name a path. */
const ARGUMENT: Readonly<Record<string, string>> = { terminal: 'command', delegate_task: 'goal' };

interface Recorded {
  readonly data: readonly {
    readonly role: string;
    readonly tool_call_id: string | null;
    readonly content: string;
  }[];
}

/** @returns the results in recorded records, as they are, by the ids of their calls */
function recordedResults(): ReadonlyMap<string, string> {
  const messages = OUTCOMES.flatMap((name) => (readOutcome(name).record as Recorded).data);
  return new Map(
    messages.flatMap(({ role, tool_call_id: id, content }) =>
      role === 'tool' && id !== null ? [[id, content] as const] : [],
    ),
  );
}

/** Results of a command that a person was asked about, by the answer. */
const ANSWERED: Readonly<Record<string, object>> = {
  deny: {
    exit_code: -1,
    error: 'BLOCKED: Command denied by user. Do NOT retry this command.',
    status: 'blocked',
  },
  nobody: {
    exit_code: -1,
    error: 'BLOCKED: Command timed out without user response',
    status: 'blocked',
  },
};
const APPROVED = {
  output: '',
  exit_code: 0,
  error: null,
  approval: 'Command required approval (delete in root path) and was approved by the user.',
};

interface Running {
  readonly label: string;
  result?: object;
}

/** @param pace factor on the time to answer; see `AgentServerOptions` */
export function createAgentRecord(pace: number) {
  const data: object[] = [];
  const questions = new Map<string, (choice: string) => void>();
  const recorded = recordedResults();

  function add(id: string, tool: string, { label, result }: Running): void {
    const timestamp = Date.now() / 1000;
    const call = {
      id,
      function: {
        name: tool,
        arguments: JSON.stringify({ [ARGUMENT[tool] ?? 'path']: label }),
      },
    };
    const content =
      recorded.get(id) ??
      JSON.stringify(result ?? RESULTS[label] ?? { output: '', exit_code: 0, error: null });
    data.push({ role: 'assistant', tool_calls: [call], timestamp });
    data.push({ role: 'tool', tool_call_id: id, tool_name: tool, content, timestamp });
  }

  function ask(key: string, signal: AbortSignal): Promise<string> {
    return new Promise((answered) => {
      const timer = setTimeout(answer, ANSWER_WITHIN * pace, 'nobody');
      function answer(choice: string): void {
        clearTimeout(timer);
        questions.delete(key);
        answered(choice);
      }
      questions.set(key, answer);
      signal.addEventListener('abort', () => answer('nobody'));
    });
  }

  return {
    /**
     * Takes the frames of one stream: `before` each is written, and `after`, when a question waits
     * for its answer.
     */
    follow: (signal: AbortSignal) => followCalls(add, (key) => ask(key, signal)),
    /** @returns the status for an answer; 409: nobody waits for it */
    answer(
      run: string,
      { choice, request_id: request }: { choice?: unknown; request_id?: unknown },
    ): 200 | 400 | 409 {
      if (typeof choice !== 'string' || !['once', 'session', 'always', 'deny'].includes(choice))
        return 400;
      const answer = questions.get(`${run} ${String(request)}`);
      answer?.(choice);
      return answer ? 200 : 409;
    },
    /** The body of `GET /api/sessions/<id>/messages`. */
    messages: () => ({ object: 'list', data }),
  };
}

/**
 * Follows the calls of one stream.
 * @param add records a call that is over
 * @param ask returns the answer to the question of this name
 */
function followCalls(
  add: (id: string, tool: string, call: Running) => void,
  ask: (key: string) => Promise<string>,
) {
  const calls = new Map<string, Running>();
  let last: Running | null = null;

  return {
    before(frame: string): void {
      const {
        tool = '',
        toolCallId = '',
        label = '',
        status,
      } = eventIn(frame, 'hermes.tool.progress');
      const call = calls.get(toolCallId);
      if (status === 'running') calls.set(toolCallId, (last = { label }));
      else if (status === 'completed' && call) add(toolCallId, tool, call);
    },
    async after(frame: string): Promise<void> {
      const { run_id: run, request_id: request } = eventIn(frame, 'approval.request');
      if (!run || !request || !last) return;
      last.result = ANSWERED[await ask(`${run} ${request}`)] ?? APPROVED;
    },
  };
}

function eventIn(frame: string, name: string): Readonly<Partial<Record<string, string>>> {
  const [first = '', second = ''] = frame.split('\n');
  return first === `event: ${name}`
    ? (JSON.parse(second.slice('data: '.length)) as Record<string, string>)
    : {};
}
