import { expect, test } from 'vitest';
import { ALL_DIALECTS } from '../../../../src/normalizer/dialects/all-dialects.ts';
import { DEFECTS } from '../../../../src/doctor/defects.ts';
import { ALL_REPAIRS } from '../../../../src/normalizer/repairs/all-repairs.ts';
import { repairsView } from '../../../../src/pages/popup/figures/repairs-view.ts';
import { popupTexts } from '../../../../src/pages/popup/texts.ts';
import type { Findings } from '../../../../src/stats/findings.ts';

function found(server: string, repairs: Findings['repairs'], more: Partial<Findings> = {}): Findings {
  return { server, repairs, events: 0, unknown: 0, ...more };
}

function wordsOf(id: string): string | undefined {
  return DEFECTS.find((defect) => defect.id === id)?.defect;
}

test.each([[[]], [[found('hermes', {}, { events: 7, unknown: 3 })]]])(
  'nothing is shown if nothing was repaired: %j',
  (findings) => {
    expect(repairsView(findings)).toBeNull();
  },
);

test('the repairs of a single kind of server are listed, the most frequent first, without its name', () => {
  expect(repairsView([found('hermes', { done: 1, 'tool-call-split': 12 })])).toEqual({
    total: 13,
    servers: [
      {
        server: null,
        made: [
          { id: 'tool-call-split', count: 12, words: wordsOf('tool-call-split') },
          { id: 'done', count: 1, words: wordsOf('done') },
        ],
      },
    ],
    besides: null,
  });
});

test('of several kinds each has its name, the one with the most repairs first', () => {
  const view = repairsView([
    found('ollama', { done: 1 }),
    found('', { done: 2 }),
    found('hermes', { done: 9 }),
    found('dify', {}, { events: 1 }),
  ]);

  expect(view?.servers.map(({ server }) => server)).toEqual(['Hermes', popupTexts.otherServers, 'Ollama']);
  expect(view?.total).toBe(12);
});

test.each([
  [{ events: 1 }, 'Also: 1 tool progress event.'],
  [{ events: 20, unknown: 3 }, 'Also: 20 tool progress events, 3 unknown events.'],
  [{ unknown: 1 }, 'Also: 1 unknown event.'],
])('what was found besides the repairs is shown: %j', (more, expected) => {
  expect(repairsView([found('hermes', { done: 1 }, more)])?.besides).toBe(expected);
});

test.each([...ALL_REPAIRS])('the repair "%s" has words', (id) => {
  expect(repairsView([found('hermes', { [id]: 1 })])?.servers[0]?.made[0]?.words).toBe(wordsOf(id) ?? 'words');
});

test.each(ALL_DIALECTS.map(({ id }) => id))('the kind of server "%s" has a name', (id) => {
  const [first] = repairsView([found(id, { done: 2 }), found('hermes', { done: 1 })])?.servers ?? [];

  expect(first?.server).not.toBe(popupTexts.otherServers);
});
