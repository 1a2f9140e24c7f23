import { expect, test } from 'vitest';
import { createCounts } from '../../src/gateway/counts.ts';

test('counts are lines of Prometheus, with one line per kind if they have a label', () => {
  const counts = createCounts();
  counts.add('requests_total');
  counts.add('requests_total');
  counts.add('repairs_total', 'done');
  counts.add('replies_open');
  counts.add('replies_open', '', -1);
  counts.add('history_markers_removed_total', '', 3);

  const lines = counts.text().split('\n');

  expect(lines).toContain('# TYPE stream_fixer_requests_total counter');
  expect(lines).toContain('stream_fixer_requests_total 2');
  expect(lines).toContain('stream_fixer_repairs_total{repair="done"} 1');
  expect(lines).toContain('# TYPE stream_fixer_replies_open gauge');
  expect(lines).toContain('stream_fixer_replies_open 0');
  expect(lines).toContain('stream_fixer_history_markers_removed_total 3');
  expect(lines).toContain('stream_fixer_unreachable_total 0');
  expect(lines.at(-1)).toBe('');
});
