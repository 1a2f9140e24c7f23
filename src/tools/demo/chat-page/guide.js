/**
 * The panel that guides through the demo: one switch for with and without, and steps that are ticked once they are
 * done.
 */

const DONE = 'agent-chat-guide';
const WITHOUT = 'agent-chat-without';

const panel = document.getElementById('guide');
const toggle = document.getElementById('guide-switch');
const side = document.getElementById('guide-side');
const list = document.getElementById('guide-steps');

/** Titles of the steps that are done. */
let done = load();

/** The steps, each with the item of the list that shows it. */
const shown = [];

function load() {
  try {
    const stored = JSON.parse(localStorage.getItem(DONE));
    return Array.isArray(stored) ? stored : [];
  } catch {
    return []; // Unreadable: start over.
  }
}

/** Whether replies are read where Stream Fixer cannot clean them. */
export function isWithout() {
  return sessionStorage.getItem(WITHOUT) !== null;
}

/** Reloads the page, so that no badge of the other side is left in it. */
function flip() {
  if (isWithout()) sessionStorage.removeItem(WITHOUT);
  else sessionStorage.setItem(WITHOUT, '');
  location.reload();
}

/** Ticks the step that asks this question of this model, however it was asked. */
export function tickStep(model, question) {
  for (const step of shown) {
    if (step.model !== model || step.question !== question) continue;
    done = [...new Set([...done, step.title])];
    localStorage.setItem(DONE, JSON.stringify(done));
    step.item.classList.add('done');
  }
}

/**
 * @param {{ title: string, look: string, model: string, question: string }[]} steps none: no panel
 * @param {(model: string, question: string) => Promise<void>} ask in a new chat
 */
export function showGuide(steps, ask) {
  panel.hidden = steps.length === 0;
  for (const { title, look, model, question } of steps) {
    const item = document.createElement('li');
    const name = document.createElement('b');
    const button = document.createElement('button');
    const what = document.createElement('p');
    name.textContent = title;
    button.type = 'button';
    button.textContent = `Ask “${question}”`;
    what.textContent = look;
    item.append(name, button, what);
    item.classList.toggle('done', done.includes(title));
    button.addEventListener('click', () => ask(model, question));
    shown.push({ title, model, question, item });
    list.append(item);
  }
}

toggle.setAttribute('aria-checked', String(!isWithout()));
side.textContent = isWithout()
  ? 'Off: the page reads replies in a worker, which Stream Fixer cannot reach.'
  : 'On: the page reads replies as usual.';
toggle.addEventListener('click', flip);
