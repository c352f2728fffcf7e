import { OperatorError } from '../base/index.ts';

/** Maximum length of a line in characters: far more than the JSON of the largest object that an API server accepts. */
const longestLine = 2 ** 26;

/**
 * Splits a byte stream at newlines; drops the incomplete last line of a broken connection.
 *
 * Guarantees: takes time in proportion to the bytes, for any line length.
 *
 * Errors: `API_UNAVAILABLE` for a line of more than 64 Mi characters, which would fill the memory.
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    // `rest` has no newline, so only `text` is searched. Searching `rest` would copy it with each chunk; appending does
    // not.
    const lines = text.includes('\n') ? (rest + text).split('\n') : [rest + text];
    rest = lines.pop() ?? '';
    if (rest.length > longestLine)
      throw new OperatorError('API_UNAVAILABLE', 'read a line of a watch', {
        hint: 'the line is longer than any line that an API server sends',
      });
    for (const line of lines) if (line !== '') yield line;
  }
}
