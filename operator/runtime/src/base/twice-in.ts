/** The first text that is there twice; `undefined` if each is there once. */
export function twiceIn(texts: readonly string[]): string | undefined {
  return texts.find((text, index) => texts.indexOf(text) < index);
}
