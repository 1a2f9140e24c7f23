import { isWithout, showGuide, tickStep } from './guide.js';
import { renderMarkdown } from './markdown.js';
import { showReceived } from './received.js';
import { streamReply, streamReplyInWorker } from './stream.js';

const STORE = 'agent-chat';

const list = document.getElementById('messages');
const scroller = document.getElementById('scroller');
const empty = document.getElementById('empty');
const suggestions = document.getElementById('suggestions');
const modelSelect = document.getElementById('model');
const form = document.getElementById('composer');
const prompt = document.getElementById('prompt');
const send = document.getElementById('send');
const stop = document.getElementById('stop');

/** @type {{ model: string, messages: { role: 'user' | 'assistant', content: string, note?: string }[] }} */
let chat = load();
/** The running reply, or null. */
let running = null;

function load() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORE));
    if (Array.isArray(stored?.messages)) return stored;
  } catch {
    // Unreadable: start over.
  }
  return { model: '', messages: [] };
}

function save() {
  localStorage.setItem(STORE, JSON.stringify(chat));
}

/** @returns the element that shows the message's text */
function addMessage(message) {
  const article = document.createElement('article');
  article.dataset.role = message.role;
  if (message.role === 'assistant') {
    const name = document.createElement('h3');
    name.textContent = message.model ?? chat.model;
    article.append(name);
  }
  const text = document.createElement('div');
  text.className = 'text';
  article.append(text);
  list.append(article);
  empty.hidden = true;
  showText(text, message);
  return text;
}

function showText(element, message) {
  if (message.role === 'user') {
    element.textContent = message.content;
    return;
  }
  element.replaceChildren(...renderMarkdown(message.content));
  if (message.note) {
    const note = document.createElement('p');
    note.className = 'note';
    note.textContent = message.note;
    element.append(note);
  }
}

function scrollDown() {
  scroller.scrollTop = scroller.scrollHeight;
}

function setRunning(controller) {
  running = controller;
  send.hidden = running !== null;
  stop.hidden = running === null;
  list.setAttribute('aria-busy', String(running !== null));
}

async function ask(question) {
  if (running || question === '') return;
  const controller = new AbortController();
  const user = { role: 'user', content: question };
  chat.model = modelSelect.value;
  chat.messages.push(user);
  addMessage(user);
  placeSuggestions();
  const messages = chat.messages
    .filter(({ content }) => content !== '')
    .map(({ role, content }) => ({ role, content }));

  const reply = { role: 'assistant', model: chat.model, content: '' };
  const text = addMessage(reply);
  text.classList.add('waiting');
  chat.messages.push(reply);
  setRunning(controller);
  scrollDown();
  try {
    await (isWithout() ? streamReplyInWorker : streamReply)(
      { model: chat.model, messages },
      {
        signal: controller.signal,
        onStart: showReceived,
        onText(delta) {
          reply.content += delta;
          text.classList.toggle('waiting', reply.content.trim() === '');
          showText(text, reply);
          scrollDown();
          save();
        },
      },
    );
  } catch (error) {
    const lost = error instanceof TypeError ? 'The connection was lost.' : error.message;
    reply.note = controller.signal.aborted ? 'Stopped.' : lost;
  }
  text.classList.remove('waiting');
  showText(text, reply);
  setRunning(null);
  tickStep(reply.model, question);
  save();
  scrollDown();
  prompt.focus();
}

function clear() {
  running?.abort();
  chat = { model: modelSelect.value, messages: [] };
  save();
  list.replaceChildren();
  empty.hidden = false;
  placeSuggestions();
  prompt.focus();
}

function submit() {
  const question = prompt.value.trim();
  if (running || question === '') return;
  prompt.value = '';
  void ask(question);
}

async function fetchJson(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

async function fillModels() {
  const { data } = await fetchJson('/v1/models');
  modelSelect.replaceChildren(...data.map(({ id }) => new Option(id)));
  const wanted = new URLSearchParams(location.search).get('model') ?? chat.model;
  if (data.some(({ id }) => id === wanted)) modelSelect.value = wanted;
}

/**
 * In the middle of an empty chat, later above the input; a question already asked in this chat is not suggested again.
 */
function placeSuggestions() {
  if (chat.messages.length === 0) empty.append(suggestions);
  else form.prepend(suggestions);
  const asked = chat.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  for (const button of suggestions.children) button.hidden = asked.includes(button.textContent);
}

async function askAnew(model, question) {
  if (running) return;
  modelSelect.value = model;
  clear();
  await ask(question);
}

async function fillSuggestions() {
  const config = await fetchJson('/config');
  showGuide(config.guide, askAnew);
  for (const question of config.suggestions) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = question;
    button.addEventListener('click', () => ask(question));
    suggestions.append(button);
  }
  placeSuggestions();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  submit();
});
prompt.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  submit();
});
stop.addEventListener('click', () => running?.abort());
document.getElementById('new-chat').addEventListener('click', clear);

for (const message of chat.messages) addMessage(message);
scrollDown();
await Promise.all([fillModels(), fillSuggestions()]);
document.documentElement.dataset.ready = '';
