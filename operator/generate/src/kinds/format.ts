import { format, type Options } from 'prettier';

/** As `.prettierrc.json`: generated files look like all others, but no machine's settings can change them. */
const options: Options = { parser: 'typescript', printWidth: 120, singleQuote: true, trailingComma: 'all' };

/** Formats TypeScript. */
export function formatTypeScript(text: string): Promise<string> {
  return format(text, options);
}
