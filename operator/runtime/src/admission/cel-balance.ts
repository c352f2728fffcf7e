/** The tokens in which brackets do not count, each as a whole: comments, raw texts, texts, escaped identifiers. */
const opaque = [
  /\/\/[^\n]*/,
  /[bB]?[rR](?:"""[^]*?"""|'''[^]*?'''|"(?!"")[^"\n]*"|'(?!'')[^'\n]*')/,
  /"""(?:\\[^]|[^\\])*?"""|'''(?:\\[^]|[^\\])*?'''/,
  /"(?!"")(?:\\.|[^"\\\n])*"|'(?!'')(?:\\.|[^'\\\n])*'/,
  /`[^`\n]*`/,
];
/** A quote that is left begins a text that never ends. */
const counted = /["'`()[\]{}]/;
const token = new RegExp([...opaque, counted].map(({ source }) => source).join('|'), 'g');

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const closes = new Set(Object.values(closing));

/**
 * The first bracket or quote of a CEL text that has no partner; `undefined` if all have one. It is certain: the API
 * server cannot read such a text. https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax
 */
export function findImbalance(text: string): string | undefined {
  const open: string[] = [];
  for (const [found] of text.matchAll(token)) {
    if (closes.has(found)) {
      const last = open.pop();
      if (last === undefined) return `${found} closes nothing`;
      if (closing[last] !== found) return `${last} is closed by ${found}`;
    } else if (found in closing) open.push(found);
    else if (found.length === 1) return `a text that begins with ${found} has no end`;
  }
  const last = open.pop();
  return last === undefined ? undefined : `${last} is never closed`;
}
