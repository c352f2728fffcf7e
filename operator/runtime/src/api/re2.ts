/** What JavaScript can read and RE2 cannot: look-around, back references, `\u` and `\c`, sets without members. */
const notRe2 = /\(\?<?[=!]|\\[1-9cku]|\[\^?\]/;

/** How often RE2 repeats at most. */
const mostRepeats = 1000;

/**
 * Whether the API server, whose expressions are RE2, can read `pattern`, and JavaScript too.
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

/** Whether JavaScript can read `pattern`. */
function isExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false; // The caller reports the problem.
  }
}
