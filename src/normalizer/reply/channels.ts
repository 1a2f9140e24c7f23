import { MAX_HELD, type MarkerFilter } from '../text/marker-filter.ts';
import type { Report } from './reply-event.ts';

/** One text of a reply. */
export interface Channel {
  readonly filter: MarkerFilter;
  readonly dialect: string;
  /** Number of the last message with text for it, and units of other texts since. */
  lastMessage: number;
  behind: number;
  /**
   * Units of it that were reported, and what came before anything showed that it is text of the
   * reply.
   */
  told: number;
  early?: string;
  /** Something of it was removed. */
  isShortened?: boolean;
}

/** How a message names a text. */
export type TextName = ReturnType<typeof textName>;

/**
 * @param name '' if the message does not say: the current text
 * @param numbered the name is a number among concurrent texts
 * @returns `key` distinguishes the names of all dialects
 */
function textName(dialect: string, name: string, numbered = false) {
  return { dialect, name, numbered, key: `${dialect} ${name}` };
}

/**
 * @returns `textName`, which keeps the last name: most messages go on with the text of the one
 * before, and a new key costs a map the reading of all its characters
 */
export function createTextNames(): (dialect: string, name: string, numbered?: boolean) => TextName {
  let last = textName('', '');
  return (dialect, name, numbered = false) => {
    const isLast = last.name === name && last.dialect === dialect && last.numbered === numbered;
    return isLast ? last : (last = textName(dialect, name, numbered));
  };
}

/** More concurrent texts than any reply has. */
const MAX_CHANNELS = 256;
/**
 * Messages that may pass while a text waits for its continuation: less than a second of any model.
 */
const MAX_PATIENCE = 32;

/**
 * The texts of one reply, by the names that messages give them. A server chooses the names, and
 * some change them with every delta (vercel/ai#18548, BerriAI/litellm#30071). So an unannounced
 * name continues the current text, until an earlier one is repeated, which shows that there are
 * several concurrent texts; among numbers, one may be new.
 * @param create creates the filter of a text, of which some may have come before
 */
export function createChannels(create: (name: TextName, midLine: boolean) => MarkerFilter) {
  const known = new Map<string, Channel>();
  /** Those that held text when they last got some: there may be hundreds that do not. */
  const held = new Set<Channel>();
  /** The current text. */
  let current: Channel | null = null;
  /** The text that unannounced names continued. */
  let joined: Channel | null = null;
  /** An unannounced number occurred. */
  let guessed = false;
  /** There are several concurrent texts, each with its name. */
  let byName = false;
  /** Any text may have begun, under any name. */
  let lost = false;
  let messages = 0;

  function add(name: TextName, midLine: boolean): Channel | null {
    if (known.size >= MAX_CHANNELS) return null;
    const { dialect } = name;
    const channel: Channel = {
      filter: create(name, midLine),
      dialect,
      lastMessage: messages,
      behind: 0,
      told: 0,
    };
    known.set(name.key, channel);
    return channel;
  }

  function open(name: TextName): void {
    // Some servers announce a text with every delta of it, by its role.
    current = known.get(name.key) ?? add(name, lost) ?? current;
  }

  function find(name: TextName): Channel | null {
    const runs = current !== null && current.dialect === name.dialect;
    if (name.name === '' && runs) return current;
    const channel = known.get(name.key);
    if (channel) {
      byName ||= channel === joined || (runs && channel !== current);
      current = channel;
    } else if (runs && !byName && (guessed || !name.numbered)) joined = current;
    else {
      guessed ||= runs && !byName;
      current = add(name, lost || (byName && !name.numbered));
    }
    return current;
  }

  function close({ dialect, key: own }: TextName): void {
    // An unknown name closes the only text there is.
    const key = known.has(own) || byName || known.size !== 1 ? own : ([...known.keys()][0] ?? own);
    const channel = known.get(key);
    if (!channel || channel.dialect !== dialect) return;
    if (key !== own) lost = true;
    channel.filter.end();
    known.delete(key);
    held.delete(channel);
    if (channel === current) current = null;
    if (channel === joined) joined = null;
  }

  function isHeld({ filter }: Channel): boolean {
    return filter.decided() < filter.position();
  }

  return {
    /** A text of this name begins, or continues. */
    open,
    /** @returns the text that a delta of this name continues; null beyond all limits */
    find,
    /** The text of this name has ended. */
    close,
    closeAll(): void {
      for (const { filter } of known.values()) filter.end();
      known.clear();
      held.clear();
      current = joined = null;
      byName = guessed = lost = false;
    },
    /**
     * Counts a message. Releases text that waits for none that comes, or ahead of too much.
     */
    count(): void {
      messages++;
      if (held.size === 0) return;
      for (const channel of held) {
        if (!isHeld(channel)) {
          channel.behind = 0;
          held.delete(channel);
        } else if (messages - channel.lastMessage > MAX_PATIENCE) channel.filter.giveUp();
      }
    },
    /** `channel` got text. */
    took(channel: Channel, units: number): void {
      channel.lastMessage = messages;
      if (isHeld(channel)) held.add(channel);
      else if (held.size === 0) return;
      for (const other of held) {
        if (other === channel || !isHeld(other)) continue;
        other.behind += units;
        if (other.behind + other.filter.position() - other.filter.decided() > MAX_HELD)
          other.filter.giveUp();
      }
    },
    /** Messages were missed: until all texts end, a new one may be in the middle of a line. */
    lose(): void {
      lost = true;
    },
    size: (): number => known.size,
    some(test: (filter: MarkerFilter) => boolean): boolean {
      for (const { filter } of known.values()) if (test(filter)) return true;
      return false;
    },
    each(work: (filter: MarkerFilter) => void): void {
      for (const { filter } of known.values()) work(filter);
    },
  };
}

/** UTF-16 units of a reply's text that are reported. */
export const MAX_REPORTED = 65_536;

/** Reports the first text of a reply, as it leaves for the page. */
export type FirstText = ReturnType<typeof createFirstText>;

/** @param report null if nobody wants the text */
export function createFirstText(report: Report | null) {
  let source: Channel | string | null = null;
  let units = 0;

  return {
    /** @param of what the text belongs to: only the first one is reported */
    add(of: Channel | string, text: string): void {
      if (!report || text === '' || units >= MAX_REPORTED) return;
      source ??= of;
      if (of !== source) return;
      const piece = text.slice(0, MAX_REPORTED - units);
      units += piece.length;
      report({ type: 'text', text: piece });
    },
    /** The next text is the first one. */
    begin(): void {
      source = null;
      units = 0;
    },
  };
}
