/** The parts of the extension API that tests call in the background. */

interface Tab {
  readonly id: number;
  readonly url?: string;
  readonly active: boolean;
  readonly incognito: boolean;
}

/** The global object of the extension's background. */
export interface Background {
  readonly chrome: {
    readonly action: { getBadgeText(tab: { tabId: number }): Promise<string> };
    readonly commands: {
      getAll(): Promise<readonly { readonly name: string; readonly shortcut: string }[]>;
    };
    readonly notifications: { getAll(): Promise<object> };
    readonly permissions: { remove(some: object): Promise<boolean> };
    readonly runtime: { sendMessage(request: object): Promise<unknown> };
    readonly storage: {
      readonly onChanged: { addListener(listener: () => void): void };
      readonly local: {
        get(keys: string | string[] | null): Promise<Record<string, unknown>>;
        set(items: object): Promise<void>;
        remove(keys: string | string[]): Promise<void>;
        clear(): Promise<void>;
      };
    };
    readonly tabs: {
      query(query: object): Promise<readonly Tab[]>;
      remove(ids: number[]): Promise<void>;
      update(id: number, change: { active: boolean }): Promise<unknown>;
    };
    readonly windows: { create(window: object): Promise<unknown> };
  };
}
