/** Patterns of text that differs between runs, and the placeholders for it. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/(?<![-\w.])\d+(\.\d+)?(ms|[smh])(\d+s)?\b/g, '<age>'],
  [/\b10(\.\d+){3}\b/g, '<address>'],
  [/-[0-9a-z]{8,10}(-[0-9a-z]{5})?\b(?=\s)/g, '-<hash>'],
  [/ +/g, ' '],
  [/ $/gm, ''],
];

/** Whether a command has printed what a page shows. `…` on the page matches any text; as a whole line, any lines. */
export function isAsShown(shown: string, printed: string): boolean {
  const pattern = `${normalize(shown)}\n`
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/^…\n/gm, String.raw`(?:.*\n)*?`)
    .replaceAll('…', '.*');
  return new RegExp(`^${pattern}$`).test(`${normalize(printed)}\n`);
}

function normalize(text: string): string {
  return replacements.reduce((result, [pattern, by]) => result.replaceAll(pattern, by), `${text.trim()}\n`).trim();
}
