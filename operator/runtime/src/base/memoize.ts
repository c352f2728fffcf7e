/**
 * `make`, called once for each text as long as it is remembered. For few texts that come often: those of a program, or
 * of a kind.
 *
 * @param atMost how many are remembered; then all are forgotten
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
