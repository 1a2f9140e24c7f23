/** The side panel: the last chat request as it arrived at the server. */

const OPEN = 'agent-chat-received';

const panel = document.getElementById('received');
const toggle = document.getElementById('show-received');
const note = document.getElementById('received-note');
const list = document.getElementById('received-list');

function open(shown) {
  panel.hidden = !shown;
  toggle.setAttribute('aria-expanded', String(shown));
  localStorage.setItem(OPEN, String(shown));
}

/** Asks the server again and shows what it received. */
export async function showReceived() {
  const response = await fetch('/debug/last-request').catch(() => null);
  if (!response?.ok) return;
  const request = await response.json();
  if (!request) return;
  const { length } = request.messages;
  note.textContent =
    length === 1
      ? '1 message with the last question.'
      : `${length} messages with the last question.`;
  list.replaceChildren(
    ...request.messages.map(({ role, content }) => {
      const item = document.createElement('li');
      const name = document.createElement('b');
      name.textContent = role;
      const text = document.createElement('pre');
      text.textContent = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
      item.append(name, text);
      return item;
    }),
  );
}

toggle.addEventListener('click', () => open(panel.hidden));
open(localStorage.getItem(OPEN) === 'true');
void showReceived();
