/** A small part of Markdown: paragraphs, line breaks, fenced code, code spans, bold. Text only, never HTML. */

/**
 * @param {string} text
 * @returns {Node[]} block elements
 */
export function renderMarkdown(text) {
  const blocks = [];
  // Odd parts are the insides of fences.
  text.split(/^```[^\n]*\n?/m).forEach((part, index) => {
    if (index % 2 === 1) {
      const pre = document.createElement('pre');
      pre.append(element('code', part.replace(/\n$/, '')));
      blocks.push(pre);
      return;
    }
    for (const paragraph of part.split(/\n[ \t]*(?:\n[ \t]*)+/)) {
      if (paragraph.trim() === '') continue;
      const p = document.createElement('p');
      p.append(...renderLine(paragraph.trim()));
      blocks.push(p);
    }
  });
  return blocks;
}

/** A run of back-quotes opens a code span, the next run of the same length closes it. */
const INLINE = /(?<!`)(`+)(?!`)([^]*?[^`])\1(?!`)|\*\*([^*\n]+)\*\*/g;

function renderLine(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    nodes.push(text.slice(end, match.index));
    nodes.push(match[3] === undefined ? element('code', match[2]) : element('strong', match[3]));
    end = match.index + match[0].length;
  }
  nodes.push(text.slice(end));
  return nodes;
}

function element(name, text) {
  const node = document.createElement(name);
  node.textContent = text;
  return node;
}
