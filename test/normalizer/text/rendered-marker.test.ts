import { expect, test } from 'vitest';
import { rendersMarker } from '../../../src/normalizer/text/rendered-marker.ts';

const LINE = '<p><code>⏰ list</code></p>';

test.each([
  LINE,
  '<p>Let me look.\n<code>⏰ list</code></p>\n<p>Three.</p>',
  '<p>Let me look.<br />\n<code class="inline">📖 /srv/demo/jobs.txt</code></p>',
  '<code>💻 ls &amp;&amp; date</code>\n',
  // As Panel escapes it once more, and sends only what is new.
  'br /&gt;\n&lt;code&gt;⏰ list&lt;/code&gt;&lt;/p&gt;\n',
  // In a script, as JSON writes it.
  'run("<p>Look.</p>\\n<p><code>\\u23f0 list</code></p>")',
])('a marker in markup is found: %j', (text) => {
  expect(rendersMarker(text)).toBe(true);
});

test.each([
  'Let me look.\n`⏰ list`\n',
  '<p>Press <code>⏰ list</code>, then wait.</p>',
  '<p><code>⏰ list</code> shows them.</p>',
  '<ul><li><code>⏰ list</code></li></ul>',
  '<p><code>npm install</code></p>',
  '<p><code>⚙️ Settings</code></p>',
  '<pre><code>⏰ list\n⏰ update\n</code></pre>',
  '<p><code></code></p>',
])('and nothing else: %j', (text) => {
  expect(rendersMarker(text)).toBe(false);
});
