/** Syntax that JavaScript supports and RE2 does not: look-around, back references, `\u` and `\c`, empty sets. */
const notRe2 = /\(\?<?[=!]|\\[1-9cku]|\[\^?\]/;

/** RE2's limit for the count in `{n}`. */
const mostRepeats = 1000;

/**
 * Whether both the API server, which uses RE2, and JavaScript can parse `pattern`.
 * https://github.com/google/re2/wiki/Syntax
 */
export function isRe2(pattern: string): boolean {
  const withoutBackslashes = pattern.replaceAll('\\\\', '');
  const repeats = [...withoutBackslashes.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flatMap(([, from, to]) => [from, to]);
  return (
    isExpression(pattern) &&
    !notRe2.test(withoutBackslashes) &&
    repeats.every((times) => Number(times ?? 0) <= mostRepeats)
  );
}

/** Whether JavaScript can parse `pattern`. */
function isExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false; // The caller reports the invalid pattern.
  }
}
