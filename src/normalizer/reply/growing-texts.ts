import { createTextFilter } from '../cleaning/text-filter.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import type { InjectedChunk, MarkerFilter } from '../text/marker-filter.ts';
import { createChannels, type Channel, type Channels, type TextName } from './channels.ts';
import type { FoundMarkers } from './found-markers.ts';
import type { ServerTraits } from './server-traits.ts';

export interface GrowingTextsOptions {
  readonly rules: CompiledRules | null;
  readonly server: ServerTraits;
  readonly found: FoundMarkers;
  /** Returns whether anything is removed at the moment. */
  cleans(): boolean;
  /** Text of the reply arrived. */
  onText(): void;
  /** Text of a channel leaves for the page. */
  onKept(channel: Channel, text: string): void;
  /** Replaces the filter of each new channel. */
  wrap(filter: MarkerFilter, channel: string): MarkerFilter;
}

/** The texts of one reply that arrive delta by delta, each with its filter. */
export interface GrowingTexts {
  readonly channels: Channels;
  /** @returns a function that returns what stays of the delta; null while that is not decided */
  push(delta: string, name: TextName): () => string | null;
  /** Something other than text came. @param isComment it is a comment: a heartbeat */
  release(isComment: boolean): void;
  /** Decides that all held text stays. */
  giveUp(): void;
  /** Text passed unread: see `MarkerFilter.lose`. */
  lose(): void;
  /** Returns whether more than a lone line feed at the end of a text is held. */
  suspects(): boolean;
}

export function createGrowingTexts(options: GrowingTextsOptions): GrowingTexts {
  const { rules, server, found } = options;
  const channels = createChannels(createChannel);
  /** The text just pushed was exactly a marker, so it is not text of the reply. */
  let injected: InjectedChunk | null = null;
  /** Heartbeats since text is held on suspicion of a marker. */
  let heartbeats = 0;

  function createChannel(name: string, midLine: boolean): MarkerFilter {
    const filter = createTextFilter({
      midLine,
      rules,
      expected: server.expectsMarkers,
      onEvidence: server.prove,
      onMarker: found.inDelta,
      onRule: found.hitInDelta,
      onText: options.onText,
      isInjected(chunk) {
        injected = found.isInjected(chunk) ? chunk : null;
        return injected !== null;
      },
    });
    return options.wrap(filter, name);
  }

  function push(delta: string, name: TextName): () => string | null {
    const channel = channels.find(name);
    if (!channel) return () => delta;
    const { filter } = channel;
    const from = filter.position();
    filter.push(delta);
    if (delta !== '') {
      channels.took(channel, delta.length);
      heartbeats = 0;
      // If there are rules, they report text; a removed one is not text to them.
      if (!rules && !injected) options.onText();
    }
    injected = null;
    let kept: string | null = null;
    return () => {
      if (kept !== null) return kept;
      const to = from + delta.length;
      if (!options.cleans()) filter.spare(from, to);
      else if (filter.decided() < to) return null;
      kept = filter.kept(from, delta);
      filter.forget(from);
      options.onKept(channel, kept);
      return kept;
    };
  }

  function suspects(): boolean {
    return channels.some((filter) => filter.suspects());
  }

  function giveUp(): void {
    channels.each((filter) => filter.giveUp());
  }

  return {
    channels,
    push,
    release(isComment) {
      channels.each((filter) => filter.release());
      // One heartbeat may come inside a marker that a model is writing; after the second one the stream has stalled.
      if (isComment && suspects() && ++heartbeats > 1) giveUp();
    },
    giveUp,
    lose() {
      channels.each((filter) => filter.lose());
      channels.lose();
    },
    suspects,
  };
}
