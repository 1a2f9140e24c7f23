/**
 * An embedded chat window, such as Flowise's: a custom element of a page that is about something else, at its lower right
 * corner, whose messages are in a shadow tree. Its script comes after the page, and defines the element then.
 */
window.elsewhere = '.guest-row, .panel';

window.draw = (chat, anew) => {
  if (!window.chatRoot) return;
  const list = chatRoot.querySelector('.list');
  if (anew) list.replaceChildren();
  while (list.children.length > chat.length) list.lastElementChild.remove();
  chat.forEach(({ role, text }, i) => {
    const row =
      list.children[i] ?? list.appendChild(make('div', role === 'user' ? 'guest-row' : 'host-row'));
    if (row.dataset.text === text) return;
    row.dataset.text = text;
    const bubble = row.querySelector('.bubble') ?? row.appendChild(make('div', 'bubble'));
    bubble.replaceChildren(...(role === 'user' ? [text] : markup(text)));
  });
  list.scrollTop = list.scrollHeight;
};

class ChatWindow extends HTMLElement {
  connectedCallback() {
    window.chatRoot = this.attachShadow({ mode: 'open' });
    const style = make('style');
    style.textContent =
      ':host { position: fixed; right: 16px; bottom: 16px; width: 420px; height: 560px; background: #fff; border: 1px solid #999 }' +
      '.window { display: flex; flex-direction: column; height: 100% } .list { flex: 1; overflow-y: auto; padding: 12px }' +
      '.bubble { padding: 6px 10px; margin: 4px 0; white-space: pre-wrap } .guest-row { display: flex; justify-content: flex-end }' +
      '.panel { display: flex; padding: 8px } textarea { flex: 1 }';
    chatRoot.append(
      style,
      make(
        'div',
        'window',
        make('div', 'list'),
        make('div', 'panel', make('textarea'), make('button', '', 'Send')),
      ),
    );
    redraw(true);
  }
}

addEventListener('DOMContentLoaded', () => {
  document.body.append(
    make('h1', '', 'Rain gauges'),
    make('p', '', 'We sell them.'),
    make('chat-window'),
  );
  setTimeout(() => customElements.define('chat-window', ChatWindow), 50);
});
