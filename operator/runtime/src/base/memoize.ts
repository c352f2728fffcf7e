/**
 * Caches the results of `make` by text. For few texts that recur: those of a program, or of a kind.
 *
 * @param atMost the maximum number of results; a further one empties the cache
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
