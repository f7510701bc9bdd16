/** A map with a maximum size, which evicts the oldest entries. */
export function createBoundedMap<Value>(limit: number): Map<string, Value> {
  const map = new Map<string, Value>();
  const put = map.set.bind(map);
  map.set = (name, value) => {
    map.delete(name);
    put(name, value);
    const [oldest] = map.keys();
    if (map.size > limit && oldest !== undefined) map.delete(oldest);
    return map;
  };
  return map;
}
