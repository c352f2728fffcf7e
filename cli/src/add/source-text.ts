import { parseAst } from 'rolldown/parseAst';

/** A node of the ESTree syntax tree, with TypeScript extensions. `start` and `end` are indexes into the text. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Edits the text of a TypeScript module at chosen positions, and leaves the formatting of the rest unchanged. */
export class SourceText {
  readonly text: string;
  /** The top-level statements; for `export` statements, the exported declaration. */
  readonly statements: readonly Node[];
  readonly #edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];

  /** Throws if the text has a syntax error. */
  constructor(text: string) {
    this.text = text;
    this.statements = (parseAst(text, { lang: 'ts' }) as unknown as { readonly body: readonly Node[] }).body;
  }

  slice({ start, end }: Pick<Node, 'start' | 'end'>): string {
    return this.text.slice(start, end);
  }

  insert(at: number, text: string): void {
    this.replace({ start: at, end: at }, text);
  }

  /** Inserts text at the start of the module, but after a byte order mark and a `#!` line. */
  prepend(text: string): void {
    this.insert(/^\uFEFF?(#!.*\n)?/.exec(this.text)?.[0].length ?? 0, text);
  }

  /**
   * Replaces a range, which must not overlap other edits. @param text with `\n` as line break, even if the module uses
   * `\r\n`
   */
  replace({ start, end }: Pick<Node, 'start' | 'end'>, text: string): void {
    this.#edits.push({ start, end, text: this.text.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text });
  }

  /** Inserts lines above a statement and its comments. */
  insertBefore(statement: Node, lines: string): void {
    const before = this.statements[this.statements.indexOf(statement) - 1];
    if (before === undefined) this.prepend(`${lines}\n\n`);
    else this.insert(this.text.indexOf('\n', before.end), `\n\n${lines}`);
  }

  /**
   * Inserts lines after a statement and a comment beside it.
   * @param gap line breaks between the statement and the lines
   */
  insertAfter({ end }: Node, lines: string, gap = '\n\n'): void {
    const rest = this.text.slice(end).search(/\r?\n|$/);
    this.insert(end + rest, `${gap}${lines}`);
  }

  /** Returns the text with all edits. Throws if the result has a syntax error. */
  render(): string {
    let rendered = '';
    let done = 0;
    for (const { start, end, text } of this.#edits.toSorted((one, other) => one.start - other.start)) {
      rendered += this.text.slice(done, start) + text;
      done = end;
    }
    const whole = rendered + this.text.slice(done);
    return new SourceText(whole).text;
  }

  /** Appends an item to a list in brackets, on the line of the last item or below it, in the style of the list. */
  append({ start, end }: Pick<Node, 'start' | 'end'>, items: readonly Node[], item: string): void {
    const last = items.at(-1);
    const close = end - 1;
    if (last === undefined) {
      const isBlank = this.text.slice(start + 1, close).trim() === '';
      this.insert(isBlank ? start + 1 : close, item);
      return;
    }
    const between = this.text.slice(last.end, close);
    const hasComma = removeComments(between).trimStart().startsWith(',');
    if (!this.text.slice(start, items[0]?.start).includes('\n')) {
      this.insert(last.end, `, ${item}`);
      return;
    }
    const rest = this.text.slice(last.end).search(/\r?\n|$/);
    if (!hasComma) this.insert(last.end, ',');
    // A comment after the last item stays on its line.
    this.insert(Math.min(last.end + rest, close), `\n${this.#getIndentation(last)}${item}${hasComma ? ',' : ''}`);
  }

  /** Inserts an item of a list before another one, on the line of that or above it. */
  insertItem(next: Node, item: string): void {
    const before = this.#getLineBefore(next);
    this.insert(next.start, before.trim() === '' ? `${item},\n${before}` : `${item}, `);
  }

  #getIndentation(node: Node): string {
    return /^\s*/.exec(this.#getLineBefore(node))?.[0] ?? '';
  }

  /** The text on the line of the node before it. */
  #getLineBefore({ start }: Node): string {
    return this.text.slice(this.text.lastIndexOf('\n', start - 1) + 1, start);
  }
}

function removeComments(text: string): string {
  return text.replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '');
}
