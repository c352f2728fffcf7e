/** Pure: a line that adds a message to the faults, if the condition holds. Both are expressions of Helm's language. */
export function fault(condition: string, message: string): string {
  return `{{- if ${bare(condition)} }}{{ $faults = append $faults ${message} }}{{ end }}`;
}

/** Pure: an expression without the parentheses around the whole of it. */
export function bare(go: string): string {
  if (!go.startsWith('(')) return go;
  let depth = 0;
  const end = Array.from(withoutTexts(go)).findIndex((each) => {
    depth += each === '(' ? 1 : each === ')' ? -1 : 0;
    return depth === 0;
  });
  return end === go.length - 1 ? go.slice(1, -1) : go;
}

/** Strings may have parentheses of their own. */
function withoutTexts(go: string): string {
  return go.replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => '-'.repeat(text.length));
}
