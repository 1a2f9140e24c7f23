/** The menu of the toolbar icon, as browsers keep it. */
interface Entry {
  readonly id: string;
  title: string;
}

type Clicked = (info: { readonly menuItemId: string }, tab: { readonly url: string }) => void;

export interface FakeMenu {
  /** Replaces `browser.contextMenus`. */
  readonly api: object;
  entries(): string[];
  titles(): string[];
  /** Clicks over a tab that shows `url`. */
  click(id: string, url: string): Promise<void>;
}

export function createFakeMenu(): FakeMenu {
  let entries: Entry[] = [];
  const listeners = new Set<Clicked>();
  return {
    api: {
      create(entry: Entry, done?: () => void) {
        if (entries.some(({ id }) => id === entry.id))
          throw new Error(`Cannot create item with duplicate id ${entry.id}`);
        entries.push({ ...entry });
        done?.();
      },
      async update(id: string, { title }: Pick<Entry, 'title'>) {
        const known = entries.find((entry) => entry.id === id);
        if (!known) throw new Error(`Cannot find menu item with id ${id}`);
        known.title = title;
      },
      async removeAll() {
        entries = [];
      },
      onClicked: {
        addListener: (listener: Clicked) => void listeners.add(listener),
        removeListener: (listener: Clicked) => void listeners.delete(listener),
        removeAllListeners: () => listeners.clear(),
      },
    },
    entries: () => entries.map(({ id }) => id),
    titles: () => entries.map(({ title }) => title),
    async click(id, url) {
      for (const listener of listeners) listener({ menuItemId: id }, { url });
      // The consequences are asynchronous.
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}
