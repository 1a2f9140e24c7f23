import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CALL_FORMS, FORM_NOTES } from '../../../src/normalizer/text/call-forms.ts';
import { findToken, findWrittenCall } from '../../../src/normalizer/text/written-calls.ts';

test.each(CALL_FORMS)('$name: its example is a call, a text about it is none', (form) => {
  const { name, model, kind, isCommon } = form;
  const { example, counter } = FORM_NOTES[name];
  const isOwn = (kind === 'tokens' || kind === 'tags') && !isCommon;

  expect(findWrittenCall(example, ['read_file'])?.model).toBe(kind === 'json' ? null : model);
  expect([name, findWrittenCall(example) !== null]).toEqual([name, isOwn]);
  expect(findWrittenCall(`I look.\n\n${example}`, ['read_file'])).toBeNull();
  expect(findWrittenCall(counter)).toBeNull();
  expect(findWrittenCall(counter, ['read_file', 'terminal'])).toBeNull();
  expect(findToken(counter)).toBe(-1);
});

test('each form has its own name, and a source', () => {
  expect(Object.keys(FORM_NOTES)).toEqual(CALL_FORMS.map(({ name }) => name));
  for (const { source } of Object.values(FORM_NOTES))
    expect(new URL(source).protocol).toBe('https:');
});

const DOCS = new URL('../../../docs/limits.md', import.meta.url);
const PLACE = /(<!-- made from [^>]* -->\n\n)[^]*?(<!-- end -->)/;

/** The list of the docs. */
function table(): string {
  const rows = CALL_FORMS.map(({ name, opens }) => {
    const { example, source } = FORM_NOTES[name];
    const line = example.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
    const code = line.replaceAll('```', '').replaceAll('`', '');
    const short = code.length > 70 ? `${code.slice(0, 70).replace(/\\$/, '')}…` : code;
    return `| ${name} | \`${short}\` | ${opens ? '✓' : ''} | [source](${source}) |`;
  });
  return ['| form | such as | call | where |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}

test('the docs list all forms', () => {
  const text = readFileSync(DOCS, 'utf8');
  const right = text.replace(
    PLACE,
    (_, before: string, end: string) => `${before}${table()}\n${end}`,
  );
  if (process.env.WRITE_DOCS) writeFileSync(DOCS, right);
  else expect(text).toBe(right);
});
