/** A map that forgets what was set longest ago, above a limit. */
export function createKeeping<Value>(limit: number): Map<string, Value> {
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
