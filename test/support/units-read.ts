/**
 * @returns how often `work` read a unit of a text by its index: the cost of a comparison,
 * independent of any clock
 */
export function unitsRead(work: () => void): number {
  const native = String.prototype.charCodeAt;
  let count = 0;
  function counting(this: string, index: number): number {
    count++;
    return native.call(this, index);
  }
  Reflect.set(String.prototype, 'charCodeAt', counting);
  try {
    work();
  } finally {
    Reflect.set(String.prototype, 'charCodeAt', native);
  }
  return count;
}
