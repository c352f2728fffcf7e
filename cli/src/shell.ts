/** Quotes a word of a command line if a shell would split or expand it. */
export function quote(word: string): string {
  return /^[\w@%+=:,./~\\-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
