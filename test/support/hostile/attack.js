// A page that attacks the extension in every way a page has. Each attack is switched on by its name; what the page saw
// is in `window.loot`. It captures the natives it needs, so that it keeps working in its own wreck.
(() => {
  const view = window;
  const { apply, ownKeys, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const NativeObject = Object;
  const NativeError = Error;
  const indexOf = Array.prototype.indexOf;
  const post = MessagePort.prototype.postMessage;
  const NativeChannel = MessageChannel;
  const NativeMessageEvent = MessageEvent;
  const dispatch = EventTarget.prototype.dispatchEvent;
  const listen = EventTarget.prototype.addEventListener;
  const portsOf = getOwnPropertyDescriptor(MessageEvent.prototype, 'ports').get;
  const NAMES = ['stream-fixer:hook-ready', 'stream-fixer:bridge-ready', 'stream-fixer:port'];

  const loot = (view.loot ??= { ports: [], heard: [], messages: [], runtime: [], errors: [] });

  function take(port) {
    if (apply(indexOf, loot.ports, [port]) === -1)
      defineProperty(loot.ports, loot.ports.length, {
        __proto__: null,
        value: port,
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }

  function note(list, value) {
    if (list.length < 1000)
      defineProperty(list, list.length, {
        __proto__: null,
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }

  /** Listens to everything the two worlds may send each other, first and last. */
  function eavesdrop() {
    for (const name of [...NAMES, 'message', 'error', 'messageerror']) {
      for (const target of [view, document, document.documentElement].filter(Boolean)) {
        apply(listen, target, [
          name,
          (event) => {
            note(loot.heard, name);
            if (name === 'error') note(loot.errors, String(event.message));
            for (const port of (event instanceof NativeMessageEvent && apply(portsOf, event, [])) ||
              [])
              take(port);
          },
          true,
        ]);
      }
    }
    apply(listen, view, ['unhandledrejection', (event) => note(loot.errors, String(event.reason))]);
  }

  /** Pretends to be the hook and the bridge, with ports of its own. */
  function forge() {
    for (let round = 0; round < 20; round++) {
      for (const name of NAMES) {
        const channel = new NativeChannel();
        channel.port1.onmessage = ({ data }) => note(loot.messages, data);
        apply(dispatch, view, [new NativeMessageEvent(name, { ports: [channel.port2] })]);
        apply(dispatch, view, [
          new NativeMessageEvent(name, { data: { type: 'settings', enabled: false } }),
        ]);
        apply(dispatch, view, [new Event(name)]);
        apply(dispatch, view, [new CustomEvent(name, { detail: channel.port2 })]);
        flood(channel.port1, 50);
      }
    }
  }

  /** Messages that no validator may admit. */
  function poison(i) {
    const cyclic = { type: 'progress', reply: 1 };
    cyclic.progress = cyclic;
    const big = 'x'.repeat(100_000);
    const html = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</scr' + 'ipt>';
    const progress = {
      call: i % 200,
      source: 'marker',
      tool: html,
      emoji: html,
      label: html + big,
      callId: html,
      status: 'running',
      provenance: 'server',
    };
    const proto = JSON.parse('{"__proto__": {"type": "removed", "markers": 5}, "constructor": 1}');
    switch (i % 16) {
      case 0:
        return { type: 'progress', reply: 1 + (i % 50), progress };
      case 1:
        return { type: 'removed', markers: 1_000_000 };
      case 2:
        return { type: 'removed', markers: -5 };
      case 3:
        return { type: 'removed', markers: NaN };
      case 4:
        return { type: 'removed', markers: Infinity };
      case 5:
        return { type: 'removed', markers: 1.5 };
      case 6:
        return { type: 'reply-start', reply: i };
      case 7:
        return { type: 'settings', enabled: true };
      case 8:
        return { type: 'site-on', origin: 'https://victim.example' };
      case 9:
        return { type: 'choose', origin: null, change: { badges: false } };
      case 10:
        return cyclic;
      case 11:
        return proto;
      case 12:
        return big;
      case 13:
        return new Map([
          ['type', 'removed'],
          ['markers', 5],
        ]);
      case 14:
        return { type: 'counts', counts: { markers: 9, tools: 9, imitated: 9 } };
      default:
        return [null, undefined, 1n, new Uint8Array(9), { type: { type: 'removed' } }][i % 5];
    }
  }

  /** Messages that no validator admits, alternating with those that each admits: see valid-messages.ts. */
  function flood(port, count) {
    const { validMessages } = view;
    for (let i = 0; i < count; i++)
      apply(post, port, [
        i % 2 || !validMessages ? poison(i) : validMessages[(i >> 1) % validMessages.length],
      ]);
  }

  function thrower() {
    throw new NativeError('hostile');
  }
  const liars = [
    thrower,
    () => undefined,
    () => 'lie',
    () => null,
    function () {
      return this;
    },
  ];

  /** Replaces everything replaceable of an object: `how` is an index into the liars, or 'steal'. */
  function ruin(owner, how, keep = []) {
    if (!owner) return;
    const keys = ownKeys(owner);
    // By index here and below: the array iterator may be ruined already.
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key === 'constructor' || apply(indexOf, keep, [key]) !== -1) continue;
      const descriptor = getOwnPropertyDescriptor(owner, key);
      if (!descriptor?.configurable) continue;
      const lie = liars[how];
      if (typeof descriptor.value === 'function')
        defineProperty(owner, key, { __proto__: null, ...descriptor, value: lie });
      else if (descriptor.get)
        defineProperty(owner, key, { __proto__: null, ...descriptor, get: lie });
    }
  }

  /** Prototypes and globals that the extension's scripts may rely on. */
  function ruinAll(how) {
    const owners = [
      MessagePort.prototype,
      MessageChannel.prototype,
      MessageEvent.prototype,
      EventTarget.prototype,
      Event.prototype,
      CustomEvent.prototype,
      Map.prototype,
      Set.prototype,
      WeakMap.prototype,
      RegExp.prototype,
      String.prototype,
      TextDecoder.prototype,
      TextEncoder.prototype,
      JSON,
      Reflect,
      Uint8Array.prototype,
      Uint8Array.prototype.__proto__,
      Headers.prototype,
      Request.prototype,
      ReadableByteStreamController.prototype,
      Number.prototype,
      Math,
      Date.prototype,
      Object,
      Function.prototype,
      [][Symbol.iterator]().__proto__,
      new Map().entries().__proto__,
      ''[Symbol.iterator]().__proto__,
    ];
    const names = [
      'Response',
      'Headers',
      'Request',
      'ReadableStream',
      'Proxy',
      'Reflect',
      'MessageChannel',
      'MessageEvent',
      'TextDecoder',
      'TextEncoder',
      'WeakMap',
      'Map',
      'Set',
      'Uint8Array',
      'Promise',
      'setTimeout',
      'clearTimeout',
      'queueMicrotask',
    ];
    ruin(Array.prototype, how, ['length']);
    for (let i = 0; i < owners.length; i++) ruin(owners[i], how);
    for (let i = 0; i < names.length; i++) {
      defineProperty(view, names[i], {
        __proto__: null,
        value: liars[how],
        configurable: true,
        writable: true,
      });
    }
  }

  /** Setters and getters on Object.prototype: every plain object seems to have them. */
  function pollute() {
    for (const key of [
      'ports',
      'body',
      'method',
      'type',
      'status',
      'enabled',
      'get',
      'set',
      'value',
      'apply',
      'bubbles',
      'cancelable',
      'headers',
      'statusText',
      'mode',
      'highWaterMark',
      'autoAllocateChunkSize',
      'data',
      'origin',
      'source',
      'reply',
      'markers',
    ]) {
      defineProperty(NativeObject.prototype, key, {
        __proto__: null,
        configurable: true,
        get: () =>
          key === 'enabled' ? false : key === 'ports' ? [new NativeChannel().port1] : undefined,
        set(value) {
          if (this && typeof this === 'object') {
            defineProperty(this, key, {
              __proto__: null,
              value,
              writable: true,
              enumerable: true,
              configurable: true,
            });
          }
        },
      });
    }
  }

  /** Steals every port and every message that passes the realm's own methods. */
  function wiretap() {
    for (const [owner, name] of [
      [MessagePort.prototype, 'postMessage'],
      [MessagePort.prototype, 'start'],
      [EventTarget.prototype, 'addEventListener'],
      [EventTarget.prototype, 'dispatchEvent'],
      [Promise.prototype, 'then'],
      [WeakMap.prototype, 'set'],
      [Array.prototype, 'push'],
    ]) {
      const native = owner[name];
      owner[name] = function (...args) {
        if (this instanceof MessagePort) take(this);
        return apply(native, this, args);
      };
    }
    const { get } = getOwnPropertyDescriptor(MessageEvent.prototype, 'data');
    defineProperty(MessageEvent.prototype, 'data', {
      configurable: true,
      get() {
        if (this.target instanceof MessagePort) take(this.target);
        return apply(get, this, []);
      },
    });
    for (const name of ['port1', 'port2']) {
      const channel = getOwnPropertyDescriptor(NativeChannel.prototype, name).get;
      defineProperty(NativeChannel.prototype, name, {
        configurable: true,
        get() {
          const port = apply(channel, this, []);
          take(port);
          return port;
        },
      });
    }
  }

  /** Looks for ways to the extension itself. */
  async function knock(base) {
    for (const name of ['chrome', 'browser']) {
      const api = view[name];
      note(loot.runtime, name + ':' + typeof api?.runtime?.sendMessage + ':' + typeof api?.storage);
      try {
        api?.runtime?.sendMessage?.({ type: 'choose', origin: null, change: { badges: false } });
      } catch {
        note(loot.runtime, 'threw');
      }
    }
    for (const file of [
      'manifest.json',
      'page-hook.js',
      'page-bridge.js',
      'popup.html',
      'icon/on-16.png',
    ]) {
      const answer = await fetch(base + file).then(
        () => 'read',
        () => 'refused',
      );
      note(loot.runtime, file + ':' + answer);
      const frame = document.createElement('iframe');
      frame.src = base + file;
      document.documentElement.append(frame);
    }
  }

  /** Takes the name of our elements for a class of its own, which has a shadow root already. */
  function squat() {
    customElements.define(
      'stream-fixer-badges',
      class extends HTMLElement {
        constructor() {
          super();
          note(loot.heard, 'built');
          // An element that existed before has a root already; the error would be this page's own.
          try {
            this.attachShadow({ mode: 'open' });
          } catch {
            note(loot.heard, 'taken');
          }
        }
        connectedCallback() {
          note(loot.heard, 'connected');
          this.remove();
        }
      },
    );
  }

  /** Takes the name for a class whose elements expose their shadow roots, closed or not. */
  function grab() {
    const grabbed = [];
    customElements.define(
      'stream-fixer-badges',
      class extends HTMLElement {
        constructor() {
          super();
          note(grabbed, this.attachInternals());
        }
      },
    );
    view.grabbedRoots = () => {
      let roots = 0;
      for (let i = 0; i < grabbed.length; i++) roots += grabbed[i].shadowRoot ? 1 : 0;
      return roots;
    };
  }

  view.attacks = { squat, grab, eavesdrop, forge, flood, poison, ruinAll, pollute, wiretap, knock };
})();
