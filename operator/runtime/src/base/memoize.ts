/**
 * Caches the results of `make` by its argument. Use it for few texts that recur, such as names of kinds.
 * @param atMost the maximum number of cached results; one more empties the cache
 */
export function memoize<T>(make: (text: string) => T, atMost: number): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value !== undefined) return value;
    if (known.size >= atMost) known.clear();
    known.set(text, (value = make(text)));
    return value;
  };
}
