import type { Random } from './random.ts';

/** What models write, in blocks of Markdown. None is a marker; many come close. */
const BLOCKS: readonly string[] = [
  'Let me check that for you. It takes **one** moment, *maybe* two; see [the docs](https://example.org/a_(b)?q=1&r=2#c).',
  'Straße, Übergröße, »Anführung« – natürlich geht’s auch so … 100 % sicher.',
  'Être ou ne pas être : « voilà » la question, n’est-ce pas ?',
  'Съешь же ещё этих мягких французских булок, да выпей чаю.',
  '今日はとても良い天気ですね。「」で囲まれた文字列も、絵文字😀も通ります。',
  '你好，世界！这是一个测试：包含全角标点、数字１２３和生僻字𠮷𠀋。',
  'مرحبا بالعالم، هذا نص من اليمين إلى اليسار مع ١٢٣.',
  'नमस्ते दुनिया, यह एक परीक्षण है।',
  'שלום עולם ‏(RTL)‎ ok.',
  'Tiếng Việt có dấu: ế ộ ữ; e\u0301 a\u0308 z\u0336\u0334 combining.',
  'Families 👨‍👩‍👧‍👦, flags 🇩🇪🇯🇵, skin 👍🏽, keycaps 1️⃣, hearts ❤️ and 🏴󠁧󠁢󠁥󠁮󠁧󠁿.',
  'A nul \u0000, a bell \u0007, a delete \u007f, separators \u2028 and \u2029, a mark \ufeff, no-break \u00a0, end \u{10ffff}.',
  'Paths such as C:\\Users\\me\\"quoted"\\n, a regex /\\d+\\/\\w*/g and \\LaTeX{\\frac{a}{b}}, tabs\there\tand </script><!-- x -->.',
  'In the stream stands `data: [DONE]`, then "choices", "tool_calls" and "toolCallId"; event: hermes.tool.progress is a name.',
  'data: {"choices":[{"delta":{"content":"x"}}]}\n\nevent: error\ndata: [DONE]\n\nerror: {"a":1}',
  '{"error":{"message":"no"},"choices":[],"tool_calls":null}',
  ': OPENROUTER PROCESSING\n: keep-alive',
  '# Heading\n\n1. one\n2. two\n   - `npm install`\n   - `💻 ls` lists\n\n---',
  '| `⏰ list` | 📖 |\n| --- | --- |\n| `a` | `b` \\| c |',
  '`npm run build`',
  '`💻`',
  '`⏰list`',
  '`💻 foo` differs from `bar`',
  '`🔍 search`, then `x`',
  '`⏰ list`\nand the next line goes on.',
  '`📖 a` is what the log says.',
  '- `💻 terminal`\n- `🔍 search`',
  '> `⏰ list`\n> quoted',
  ' `⏰ list`',
  '    `⏰ list`',
  '``⏰ list``',
  '**`🔧 patch`**',
  'Use `💻 ls -la` to list, `📖` to read, ``a ` b`` to quote.',
  '```sh\necho "today `date`"\n\n`💻 ls`\n\n```',
  '~~~\n`⏰ list`\n\n`📖 a`\n\n~~~',
  '````md\n```js\nconst a = `x ${y}`;\n```\n\n`⏰ list`\n\n````',
  '```python\nfor i in range(3):\n\tprint(f"{i}\\n")\n```',
  '```\r\nCRLF in code\r\n```',
  '<details>\n<summary>💻 ls</summary>\n\nSee `ls`.\n\n</details>',
  '$$\n\\int_0^1 x^2\\,dx = \\tfrac13\n$$',
  'It prints this:\n`⏰ list`',
  'Then press\n`⌨️ Enter`',
  'Run it once more.\n\n`💻 npm test`',
  'The log has one line.\n`📋 Tasks`',
  'yes',
  'a\nb\n\n\nc',
];

/** Ends a text: nothing after it can be a marker. */
const LAST = 'That is all.';

/** @returns a text of some blocks, the last one prose */
export function writeText(random: Random): string {
  const blocks: string[] = [];
  for (let i = random.between(0, 4); i > 0; i--) blocks.push(random.pick(BLOCKS));
  return [...blocks, LAST].join('\n\n');
}

/**
 * Splits a text into tokens as models write them, sometimes in the middle of a surrogate pair. A
 * token that is a whole marker, with line feeds around it, is what Hermes 0.8 sent and no model
 * does: it is joined with the next one.
 */
export function tokensOf(random: Random, text: string): string[] {
  const longest = random.pick([2, 5, 5, 12, 40, 1000]);
  const tokens: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + random.between(1, longest));
    while (end < text.length && /^\n`[^\n]*`\n$/.test(text.slice(at, end))) end++;
    tokens.push(text.slice(at, end));
    at = end;
  }
  return tokens;
}
