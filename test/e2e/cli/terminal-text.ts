/**
 * The text that a terminal shows, with its scrollback, for programs that move the cursor up and erase what is below it.
 */
export class TerminalText {
  #lines: string[] = [''];
  #row = 0;
  #column = 0;

  get text(): string {
    return this.#lines.join('\n');
  }

  write(output: string): void {
    for (const [part, up, erase] of output.matchAll(/\u001b\[(\d+)A|\u001b\[(J)|\u001b\[[?\d;]*[a-zA-Z]|[^]/gu)) {
      if (up !== undefined) this.#row = Math.max(0, this.#row - Number(up));
      else if (erase !== undefined) this.#eraseBelow();
      else if (part === '\n') this.#feed();
      else if (part === '\r') this.#column = 0;
      else if (!part.startsWith('\u001b')) this.#put(part);
    }
  }

  #eraseBelow(): void {
    this.#lines = [...this.#lines.slice(0, this.#row), (this.#lines[this.#row] ?? '').slice(0, this.#column)];
  }

  #feed(): void {
    this.#row += 1;
    this.#lines[this.#row] ??= '';
  }

  #put(character: string): void {
    const line = (this.#lines[this.#row] ?? '').padEnd(this.#column);
    this.#lines[this.#row] = line.slice(0, this.#column) + character + line.slice(this.#column + character.length);
    this.#column += character.length;
  }
}
