/** A piece of prose: a paragraph, heading or table cell of a page; a comment; a message; or the title of a test. */
export interface Text {
  readonly kind: 'page' | 'comment' | 'message' | 'title';
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** In messages, values are `{name}`; in the others, code is `…`. */
  readonly text: string;
}

/** Whether a string is prose: three words or more, and no more code than words. */
export function isProse(text: string): boolean {
  const parts = text.split(/\s+/).filter((part) => part !== '');
  const words = parts.filter((part) => /^["'(`]*\p{L}[\p{L}'’-]*[)"'`,.:;!?…]*$/u.test(part));
  return words.length >= 3 && words.length >= parts.length / 2;
}
