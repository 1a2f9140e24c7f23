import { BRIDGE_READY, HOOK_READY, PORT } from './handoff.ts';
import type { HookSettings, PageMessage } from './protocol.ts';
import {
  addListener, channelPort1, channelPort2, dispatch, eventData, NativeMessageChannel, NativeMessageEvent, portPost,
  portStart, removeListener,
} from '../hook/natives.ts';

/** The hook's end of the bridge. */
export interface HookBridge {
  send(message: PageMessage): void;
}

/**
 * Offers the bridge to the ISOLATED world of this page.
 * @param onSettings told of the first settings and of each change
 */
export function openHookBridge(view: Window, onSettings: (settings: HookSettings) => void): HookBridge {
  let port: MessagePort | null = null;
  /** What was said before somebody listened. */
  let early: PageMessage[] = [];

  function handOver(): void {
    removeListener(view, BRIDGE_READY, handOver);
    const channel = new NativeMessageChannel();
    port = channelPort1(channel);
    addListener(port, 'message', (event) => {
      const data = eventData(event as MessageEvent) as HookSettings;
      onSettings({ type: 'settings', enabled: data.enabled === true });
    });
    portStart(port);
    // Built without inherited properties: a page can put them on Object.prototype, and this dictionary reads them.
    const init = { __proto__: null, ports: [channelPort2(channel)] };
    dispatch(view, new NativeMessageEvent(PORT, init as MessageEventInit));
    for (let i = 0; i < early.length; i++) portPost(port, early[i]);
    early = [];
  }

  addListener(view, BRIDGE_READY, handOver);
  dispatch(view, new NativeMessageEvent(HOOK_READY));
  return {
    send(message) {
      if (port) portPost(port, message);
      else if (early.length < 100) early[early.length] = message;
    },
  };
}
