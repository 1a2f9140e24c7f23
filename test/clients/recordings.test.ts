import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readResponse } from '../../src/tools/cli/http-response.ts';
import { textOf } from '../normalizer/splits.ts';
import { messagesOf } from '../normalizer/repairs/repaired.ts';
import { tryClients } from './before-after.ts';
import type { Call } from './client.ts';
import type { Defect } from './defects.ts';

const FOLDER = new URL('../recordings/llama.cpp/', import.meta.url);

interface Choice {
  readonly delta: {
    readonly content?: string | null;
    readonly tool_calls?: readonly {
      readonly index: number;
      readonly function: { readonly name?: string; readonly arguments?: string };
    }[];
  };
}

/**
 * The meaning of a recording, read as simply as possible: llama.cpp gives every call its index and
 * its name once.
 */
function meant(body: Uint8Array): Pick<Defect, 'text' | 'calls' | 'anyCalls' | 'error'> {
  const calls: { name: string; arguments: string }[] = [];
  let text = '';
  let error = false;
  for (const message of messagesOf(textOf(body))) {
    error ||= 'error' in message;
    for (const { delta } of (message.choices ?? []) as Choice[]) {
      text += delta.content ?? '';
      for (const { index, function: said } of delta.tool_calls ?? []) {
        const call = (calls[index] ??= { name: '', arguments: '' });
        call.name += said.name ?? '';
        call.arguments += said.arguments ?? '';
      }
    }
  }
  // After an error no client makes a call.
  return error ? { text, error, anyCalls: true } : { text, calls: calls satisfies Call[] };
}

/** Code that reads the name from the first delta of a call loses the brace beside it. */
const SPLIT = [
  'openai loses a call',
  'fetch-event-source loses a call',
  'eventsource-parser loses a call',
  'sse.js loses a call',
];
/**
 * It makes calls only if the reply ends with `tool_calls`; these were cut off, or end with "stop".
 */
const KOBOLD = 'KoboldAI Lite loses a call';
/** The last of the parallel calls was cut off after its brace. */
const CUT = ['AI SDK loses a call', 'LangChain loses a call'];

/** For each recording, the clients that break on it before, and after. */
const STUMBLE: Readonly<
  Record<string, readonly [before: readonly string[], after: readonly string[]]>
> = {
  'b11549-emoji-first': [['openai `.stream()` throws'], []],
  'b11549-long-args': [SPLIT, []],
  'b11549-one-tool': [[...SPLIT, KOBOLD], [KOBOLD]],
  'b11549-parallel': [
    ['openai loses a call', ...CUT, ...SPLIT.slice(1), KOBOLD],
    [...CUT, KOBOLD],
  ],
  'b11549-reasoning-tool': [[...SPLIT, KOBOLD], [KOBOLD]],
  'b11549-template-GLM-4.6': [[], []],
  'b11549-template-Qwen3-Coder': [SPLIT, []],
};

test('every recording has a verdict', () => {
  expect(Object.keys(STUMBLE).toSorted()).toEqual(
    readdirSync(FOLDER)
      .map((file) => file.replace('.txt', ''))
      .toSorted(),
  );
});

test.each(Object.entries(STUMBLE))(
  '%s is read as llama.cpp meant it',
  async (name, [before, after]) => {
    const { body } = readResponse(readFileSync(new URL(`${name}.txt`, FOLDER)));

    const results = await tryClients({ what: name, repair: 'nothing', body, ...meant(body) });

    const stumbling = (when: 'before' | 'after'): string[] =>
      results.flatMap((result) =>
        result[when] === null || result[when] === 'ok'
          ? []
          : [`${result.client.name} ${result[when]}`],
      );
    expect([stumbling('before'), stumbling('after')]).toEqual([before, after]);
  },
  60_000,
);
