/**
 * A first-in, first-out queue in constant time that keeps nothing it has released. Linked, not an array, because a page
 * may own the setters of array elements.
 */
export interface Queue<T> {
  length(): number;
  push(value: T): void;
  /** Returns the oldest value; undefined if empty. */
  first(): T | undefined;
  shift(): void;
  /** Visits all values, oldest first. */
  each(visit: (value: T) => void): void;
}

interface Link<T> {
  readonly value: T;
  next: Link<T> | undefined;
}

export function createQueue<T>(): Queue<T> {
  let head: Link<T> | undefined;
  let tail: Link<T> | undefined;
  let length = 0;
  return {
    length: () => length,
    push(value) {
      const link: Link<T> = { value, next: undefined };
      if (tail) tail.next = link;
      else head = link;
      tail = link;
      length++;
    },
    first: () => head?.value,
    shift() {
      if (!head) return;
      head = head.next;
      if (!head) tail = undefined;
      length--;
    },
    each(visit) {
      for (let link = head; link; link = link.next) visit(link.value);
    },
  };
}
