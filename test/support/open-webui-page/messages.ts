/** Messages in the elements and classes of two generations of Open WebUI. */

export interface ShownReply {
  readonly id: string;
  readonly model?: string;
  readonly text?: string;
  /** A status line of Open WebUI itself. */
  readonly status?: string;
}

export type Shown =
  | { readonly id: string; readonly user: string }
  | ShownReply
  /** Several models, side by side. */
  | { readonly question: string; readonly replies: readonly ShownReply[] };

export type Version = '0.6' | '0.12';

export function element(className: string, ...children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement('div');
  made.className = className;
  made.append(...children);
  return made;
}

/** One entry of the list of messages. */
export function listItem(version: Version, chatId: string, shown: Shown): HTMLElement {
  const item = element(
    'flex flex-col justify-between px-3.5 mb-3 w-full max-w-[58rem] mx-auto rounded-lg group',
    content(version, chatId, shown),
  );
  if (version === '0.12') {
    item.setAttribute('role', 'listitem');
    item.classList.add('message-listitem');
  }
  return item;
}

function content(version: Version, chatId: string, shown: Shown): HTMLElement {
  if ('user' in shown) return userMessage(shown.id, shown.user);
  if (!('replies' in shown)) return replyMessage(version, shown);
  const row = element('flex snap-x snap-mandatory overflow-x-auto scrollbar-hidden');
  row.id = `responses-container-${chatId}-${shown.question}`;
  const frame =
    'snap-center w-full max-w-full transition-all m-1 border p-5 rounded-2xl border-gray-100/30 dark:border-gray-850/30 border-dashed min-w-80';
  for (const reply of shown.replies) row.append(element(frame, replyMessage(version, reply)));
  return element('', row);
}

function userMessage(id: string, text: string): HTMLElement {
  const bubble = element(
    'rounded-3xl max-w-[90%] px-4 py-1.5 bg-gray-50 dark:bg-gray-850',
    element('markdown-prose', text),
  );
  const user = element(
    'chat-user w-full min-w-full',
    element('w-full', element('flex justify-end pb-1', bubble)),
  );
  const message = element(
    'flex w-full user-message group',
    element('flex-auto w-0 max-w-full pl-1', user),
  );
  message.id = `message-${id}`;
  return message;
}

/** @returns the element with the id */
export function replyMessage(
  version: Version,
  { id, model = 'hermes-agent', text = '', status }: ShownReply,
): HTMLElement {
  const old = version === '0.6';
  const name = document.createElement('span');
  name.id = 'response-message-model-name';
  name.className = 'line-clamp-1 text-black dark:text-white';
  name.textContent = model;
  const container = element('w-full flex flex-col relative');
  container.id = 'response-content-container';
  const assistant = element(
    `chat-assistant w-full min-w-full${old ? ' markdown-prose' : ''}`,
    element('', ...(status === undefined ? [] : [statusLine(status)]), container),
  );
  const column = element(
    'flex-auto w-0 pl-1 relative',
    element(
      `self-center line-clamp-1 ${old ? 'font-semibold' : 'text-[0.9375rem] font-normal'}`,
      element('flex', name),
    ),
    element('', assistant),
    element(
      'flex items-center buttons mt-0.5',
      ...[1, 2, 3, 4].map(() => document.createElement('i')),
    ),
  );
  const message = element(
    `flex w-full message-${id}`,
    element('shrink-0 mr-2 mt-0.5 avatar-column', element('size-7 avatar')),
    column,
  );
  message.id = `message-${id}`;
  write(message, text);
  return message;
}

function statusLine(text: string): HTMLElement {
  const line = element('status-description flex items-center gap-2 py-0.5 w-full text-left');
  line.append(element('text-gray-500 dark:text-gray-500 text-[0.9375rem] line-clamp-1', text));
  return line;
}

/** Replaces the text of a reply, as a stream does repeatedly. */
export function write(message: Element, text: string): void {
  const paragraphs = text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const paragraph = document.createElement('p');
      paragraph.dir = 'auto';
      paragraph.textContent = line;
      return paragraph;
    });
  message
    .querySelector('#response-content-container')
    ?.replaceChildren(element('', element('markdown-prose', ...paragraphs)));
}
