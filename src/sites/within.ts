/** @returns what the promise resolves to; null if that takes longer than so many milliseconds. Rejects as it does */
export function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
