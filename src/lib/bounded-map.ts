/** Sets an entry and keeps the map within its size by deleting the entries set longest ago. */
export function remember<K, V>(map: Map<K, V>, key: K, value: V, size: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= size) break;
    map.delete(oldest);
  }
}
