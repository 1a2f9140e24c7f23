/**
 * Calls of each tool that the API server of Hermes offers, and what becomes of them. That was
 * written by hand from what the agent recorded: no code of ours judges it.
 */
import type { HermesVersion } from '../../../src/tools/demo/servers/hermes.ts';
import {
  shell,
  type Call,
  type Scripts,
  type Step,
} from '../../../src/tools/demo/servers/scripted-model.ts';

/**
 * What a person has to be told. `unknown`: nothing but the word of a sub-agent says how it went.
 */
export type Truth = 'ran' | 'started' | 'failed' | 'not allowed' | 'unknown';

export interface Row {
  readonly what: string;
  readonly call: Call;
  readonly truth: Truth;
  /** What the agent has recorded of it: the proof that it came about. */
  readonly recorded: RegExp;
  /** The releases that offer it, or in which it ends so; undefined: all. */
  readonly in?: readonly HermesVersion[];
  /** The tool that is named, if another one calls it. */
  readonly named?: string;
  /** What its record says where that is not the truth: nobody can say more. */
  readonly recordedAs?: Truth;
}

/** Calls of one reply, in order. */
export interface Scene {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Settings of the agent's approvals meanwhile; undefined: it asks. */
  readonly approvals?: object;
  /**
   * No event tells of it, so neither page nor gateway knows; the companion reads the record of each
   * reply.
   */
  readonly unseen?: boolean;
}

const NEW = ['0.22.2'] as const;
const OLD = ['0.16.0', '0.19.0'] as const;
/** A failing sub-agent is recorded as one. */
const ENDS = ['0.16.0', '0.22.2'] as const;
const FROM_19 = ['0.19.0', '0.22.2'] as const;

/** Its goal begins with the name of a script: the sub-agent asks the same model. */
const WORKS = 'Sub-agent, please count the files';
const FAILS = 'Sub-agent, please fail at once';

/** A row: what it is, the call, what becomes of it, and what is recorded. */
function row(
  what: string,
  name: string,
  args: Call['arguments'],
  truth: Truth,
  recorded: RegExp,
  releases?: readonly HermesVersion[],
): Row {
  return {
    what,
    call: { name, arguments: args },
    truth,
    recorded,
    ...(releases && { in: releases }),
  };
}

function command(what: string, line: string, truth: Truth, recorded: RegExp, more = {}): Row {
  return { what, call: shell(line), truth, recorded, ...more };
}

/** Of a tool that only `tool_call` calls since 0.22, and that had another name before. */
function deferred(
  what: string,
  [name, before]: readonly [name: string, before: string],
  args: object | ((conversation: string) => object),
  truth: Truth,
  recorded: RegExp,
): Row[] {
  const argsOf = (conversation: string) => (typeof args === 'function' ? args(conversation) : args);
  return [
    {
      ...row(
        what,
        'tool_call',
        (told) => ({ name, arguments: argsOf(told) }),
        truth,
        recorded,
        NEW,
      ),
      named: name,
    },
    ...(before === '' ? [] : [row(what, before, args, truth, recorded, OLD)]),
  ];
}

const TODO = ['todo_list', 'todo'] as const;
const PROCESS = ['process_manage', 'process'] as const;
const SESSIONS = ['session_search', 'session_search'] as const;
const JOBS = ['cronjob_manage', 'cronjob'] as const;

/** Of the process that was started last. */
function process(action: string, more: object = {}) {
  return (conversation: string): object => ({
    action,
    session_id: /.*(proc_[0-9a-f]+)/s.exec(conversation)?.[1] ?? 'proc_none',
    ...more,
  });
}

const SKILL = '---\nname: demo\ndescription: d\n---\n# x\nbody';
const ITEM = { id: '1', content: 'a', status: 'pending' };
const OK = /"success": true/;
const NOT_OK = /"success": false/;

const WORKED: readonly Row[] = [
  command('a command', 'echo ok', 'ran', /"output": "ok", "exit_code": 0/),
  command(
    'prepares files, and finds a folder with rules',
    "mkdir -p sub; echo Rules > sub/AGENTS.md; echo hi > sub/a.txt; printf 'one\\ntwo\\n' > a.txt",
    'ran',
    /^\{"output": "", "exit_code": 0, "error": null\}\n\n\[Subdirectory context discovered: /,
  ),
  command('a long output', 'seq 60000', 'ran', /"exit_code": 0/),
  row('a file', 'read_file', { path: 'a.txt' }, 'ran', /"content": "1\|one/),
  row('a new file', 'write_file', { path: 'b.txt', content: 'x' }, 'ran', /"bytes_written": 1/),
  row(
    'a change',
    'patch',
    { mode: 'replace', path: 'a.txt', old_string: 'one', new_string: 'uno' },
    'ran',
    OK,
  ),
  row('a search', 'search_files', { pattern: 'two', path: '.' }, 'ran', /"total_count": \d+\D/),
  row('all skills', 'skills_list', {}, 'ran', OK),
  row('a new skill', 'skill_manage', { action: 'create', name: 'demo', content: SKILL }, 'ran', OK),
  row('a skill', 'skill_view', { name: 'demo' }, 'ran', /"name": "demo"/),
  row('a note', 'memory', { action: 'add', target: 'memory', content: 'x y' }, 'ran', OK),
  ...deferred('a list', TODO, { todos: [ITEM] }, 'ran', /"total": 1/),
  ...deferred('all processes', PROCESS, { action: 'list' }, 'ran', /"processes": \[/),
  ...deferred('a search', SESSIONS, { query: 'zebra' }, 'ran', OK),
  ...deferred('all jobs', JOBS, { action: 'list' }, 'ran', /"jobs": \[\]/),
  ...deferred('all logins', ['browser_vault', ''], { action: 'list' }, 'ran', OK),
  row('a search', 'tool_search', { queries: ['todo'] }, 'ran', /"matches": \["todo_list"\]/, NEW),
  row('a description', 'tool_describe', { names: ['todo_list'] }, 'ran', /"todo_list": \{/, NEW),
];

const FAILED: readonly Row[] = [
  command('a command', 'exit 3', 'failed', /"exit_code": 3, "error": null\}$/),
  {
    ...command('a command that takes too long', 'sleep 5', 'failed', /"exit_code": 124/),
    call: { name: 'terminal', arguments: { command: 'sleep 5', timeout: 1 } },
  },
  // The agent notes that it is no error, but it looks at the last command alone, and another one
  // may have ended so.
  command(
    'a search that finds nothing',
    'echo a | grep b',
    'failed',
    /"exit_code": 1, .*not an error\)"/,
  ),
  row('no such file', 'read_file', { path: 'none.txt' }, 'failed', /File not found/),
  row('no such folder', 'write_file', { path: '/proc/nope/b', content: '' }, 'failed', /"error": /),
  row(
    'no such line',
    'patch',
    { mode: 'replace', path: 'a.txt', old_string: 'zzz', new_string: 'y' },
    'failed',
    NOT_OK,
  ),
  row('no such folder', 'search_files', { pattern: 'x', path: '/nope' }, 'failed', /not found/),
  row('no such skill', 'skill_manage', { action: 'delete', name: 'none' }, 'failed', NOT_OK),
  row('no such skill', 'skill_view', { name: 'none' }, 'failed', NOT_OK),
  row(
    'no such note',
    'memory',
    { action: 'remove', target: 'memory', old_text: 'zz' },
    'failed',
    NOT_OK,
  ),
  row(
    'no such picture',
    'vision_analyze',
    { image_url: 'none.png', question: 'x' },
    'failed',
    NOT_OK,
  ),
  ...deferred('no item', TODO, { todos: { a: 1 } }, 'failed', /"error": /).filter(
    ({ named }) => named,
  ),
  row('no list', 'todo', { todos: 'x' }, 'failed', /"error": /, ['0.19.0']),
  ...deferred(
    'no such process',
    PROCESS,
    { action: 'poll', session_id: 'proc_none' },
    'failed',
    /No process/,
  ),
  ...deferred('no such session', SESSIONS, { session_id: 'none' }, 'failed', NOT_OK),
  ...deferred('no such job', JOBS, { action: 'remove', job_id: 'x' }, 'failed', NOT_OK),
  ...deferred('no such action', ['browser_vault', ''], { action: 'x' }, 'failed', NOT_OK),
  row(
    'a tool that is unknown',
    'tool_call',
    { name: 'none', arguments: {} },
    'failed',
    /not a known tool/,
    NEW,
  ),
  row('no queries', 'tool_search', { query: 'x' }, 'failed', /"error": /, NEW),
  row('no such tool', 'tool_describe', { names: ['none'] }, 'failed', /"tools": \{\}/, NEW),
  row('no network', 'web_search', { query: 'x' }, 'failed', /"success": false/, NEW),
  row(
    'no network',
    'web_extract',
    { urls: ['http://127.0.0.1:9/'] },
    'failed',
    /"error": "Bl/,
    NEW,
  ),
  row('no network', 'manage_connections', { action: 'status' }, 'failed', /"error": /, NEW),
];

/** The program that drives the browser ends at once. */
const BROWSER: readonly Row[] = [
  ...(
    [
      ['back', {}],
      ['get_images', {}],
      ['snapshot', {}],
      ['navigate', { url: 'http://192.0.2.1/' }],
      ['click', { ref: '@e1' }],
      ['press', { key: 'Enter' }],
      ['scroll', { direction: 'down' }],
      ['type', { ref: '@e1', text: 'x' }],
      ['vision', { question: 'x' }],
    ] as const
  ).map(([name, args]) => row('no browser', `browser_${name}`, args, 'failed', NOT_OK, OLD)),
  {
    // A success, and no messages.
    ...row('no browser', 'browser_console', {}, 'failed', /"success": true, "console_m/, OLD),
    recordedAs: 'ran',
  },
  row('no browser', 'browser_exec', { code: '1' }, 'failed', /"error": /, NEW),
];

export const SCENES: readonly Scene[] = [
  { name: 'What works', rows: WORKED },
  { name: 'What fails', rows: FAILED },
  { name: 'A browser that does not start', rows: BROWSER },
  {
    name: 'The same failure again and again',
    rows: [
      command('the first time', 'exit 4', 'failed', /"exit_code": 4, "error": null\}$/),
      command('the same', 'exit 4', 'failed', /\[Tool loop warning: /),
      command('another one', 'exit 5', 'failed', /\[Tool loop warning: /),
      row('the first time', 'read_file', { path: 'gone.txt' }, 'failed', /not found/i),
      row('the same', 'read_file', { path: 'gone.txt' }, 'failed', /not found/i),
    ],
  },
  {
    name: 'Code',
    approvals: { mode: 'off', unattended_mode: 'approve' },
    rows: [
      row('code', 'execute_code', { code: 'print(1)' }, 'ran', /"status": "success"/),
      row('an error', 'execute_code', { code: 'raise ValueError(1)' }, 'failed', /ValueError: 1/),
    ],
  },
  {
    name: 'What nobody allows',
    rows: [
      command(
        'a command',
        'rm -rf gone',
        'not allowed',
        /Command denied by user|"approval_pending": true/,
      ),
      command('a command that is forbidden', 'echo forbidden', 'not allowed', /deny rule/, {
        in: FROM_19,
      }),
      row('code', 'execute_code', { code: 'print(2)' }, 'not allowed', /BLOCKED: |Asking the user/),
    ],
  },
  {
    name: 'What begins',
    rows: [
      {
        ...command(
          'in the background',
          'sleep 30; exit 9',
          'started',
          /Background process started/,
        ),
        call: { name: 'terminal', arguments: { command: 'sleep 30; exit 9', background: true } },
      },
      ...deferred('still runs', PROCESS, process('poll'), 'started', /"status": "running"/),
      ...deferred(
        'still runs',
        PROCESS,
        process('wait', { timeout: 1 }),
        'started',
        /"status": "timeout"/,
      ),
      ...deferred('is ended', PROCESS, process('kill'), 'ran', /"status": "killed"/),
    ],
  },
  {
    name: 'One that works for another',
    rows: [
      row('ends by itself', 'delegate_task', delegated(WORKS), 'unknown', /"status": "completed"/),
      row('fails', 'delegate_task', delegated(FAILS), 'failed', /"status": "failed"/, ENDS),
      {
        // Only its summary has the error, and it is said to have had no turns left.
        ...row('fails', 'delegate_task', delegated(FAILS), 'failed', /"max_iterations"/, [
          '0.19.0',
        ]),
        recordedAs: 'unknown',
      },
    ],
  },
  {
    name: 'A tool that is unknown',
    unseen: true,
    rows: [
      row(
        'never existed',
        'no_such_tool',
        { x: 1 },
        'failed',
        /^Tool 'no_such_tool' does not exist/,
      ),
    ],
  },
];

/** One goal, in the words of both releases. */
function delegated(goal: string): object {
  return { goal, context: 'x', tasks: [{ goal, context: 'x' }] };
}

/** @returns what everybody has to say of it */
export function sayable({ truth, recordedAs = truth }: Row): Truth {
  return recordedAs;
}

/** @returns the rows that a release has */
export function rowsOf({ rows }: Scene, version: HermesVersion): readonly Row[] {
  return rows.filter((one) => one.in?.includes(version) ?? true);
}

const END: Step = { text: 'That is all.', calls: [] };

/** What the model does, by the question, which contains the name of a scene. */
export function scriptsFor(version: HermesVersion): Scripts {
  return {
    [WORKS]: [{ text: '', calls: [shell('exit 7')] }, END],
    [FAILS]: [{ text: '', calls: [], refusal: 400 }],
    ...Object.fromEntries(
      SCENES.map((scene) => [
        scene.name,
        [...rowsOf(scene, version).map(({ call }): Step => ({ text: '', calls: [call] })), END],
      ]),
    ),
  };
}
