/** Tokens in which brackets do not count: comments, raw strings, strings, escaped identifiers. */
const opaque = [
  /\/\/[^\n]*/,
  /[bB]?[rR](?:"""[^]*?"""|'''[^]*?'''|"(?!"")[^"\n]*"|'(?!'')[^'\n]*')/,
  /"""(?:\\[^]|[^\\])*?"""|'''(?:\\[^]|[^\\])*?'''/,
  /"(?!"")(?:\\.|[^"\\\n])*"|'(?!'')(?:\\.|[^'\\\n])*'/,
  /`[^`\n]*`/,
];
/** Brackets and quotes. A quote that `opaque` does not match starts an unterminated string. */
const counted = /["'`()[\]{}]/;
const token = new RegExp([...opaque, counted].map(({ source }) => source).join('|'), 'g');

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const closes = new Set(Object.values(closing));

/**
 * Returns the first unbalanced bracket or quote of a CEL expression; `undefined` if it is balanced. The API server
 * rejects every unbalanced expression.
 * https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax
 */
export function findImbalance(text: string): string | undefined {
  const open: string[] = [];
  for (const [found] of text.matchAll(token)) {
    if (closes.has(found)) {
      const last = open.pop();
      if (last === undefined) return `${found} closes nothing`;
      if (closing[last] !== found) return `${last} is closed by ${found}`;
    } else if (found in closing) open.push(found);
    else if (found.length === 1) return `a string that begins with ${found} is never closed`;
  }
  const last = open.pop();
  return last === undefined ? undefined : `${last} is never closed`;
}
