import { stripVTControlCharacters } from 'node:util';

/** The part of a terminal that the area needs. */
export interface Terminal {
  readonly columns: number;
  readonly rows: number;
  write(text: string): unknown;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
}

/** At most four times a second. */
const pauseMs = 250;

const eraseBelow = '\u001b[J';
const [wrapOff, wrapOn] = ['\u001b[?7l', '\u001b[?7h'];
const [cursorOff, cursorOn] = ['\u001b[?25l', '\u001b[?25h'];

/**
 * Rows below the output of a terminal, which scrolls above them as usual.
 *
 * Guarantees: draws at most four times a second, and only rows that differ from those shown; a line that is printed
 * stays in the scrollback.
 */
export class LiveArea implements Disposable {
  readonly #terminal: Terminal;
  readonly #render: () => readonly string[];
  readonly #onResize = (): void => {
    this.update();
  };
  #shown: readonly string[] = [];
  readonly #printed: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #drawnAt = 0;
  #isPaused = false;
  #isOver = false;

  constructor(terminal: Terminal, render: () => readonly string[]) {
    this.#terminal = terminal;
    this.#render = render;
    terminal.on('resize', this.#onResize);
  }

  /** Draws soon. */
  update(): void {
    if (this.#isPaused || this.#timer !== undefined) return;
    const waitMs = Math.max(0, this.#drawnAt + pauseMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#draw(this.#render());
    }, waitMs);
  }

  /** Prints a line above the area. */
  print(line: string): void {
    this.#printed.push(line);
    if (this.#isPaused) this.#draw([]);
    else this.update();
  }

  /** Removes the area: another program writes to the terminal until `resume`. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isPaused = true;
    this.#draw([]);
  }

  /** Does nothing after the end. */
  resume(): void {
    if (this.#isOver) return;
    this.#isPaused = false;
    this.update();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.pause();
    this.#terminal.off('resize', this.#onResize);
  }

  #draw(rows: readonly string[]): void {
    this.#drawnAt = performance.now();
    const isSame = rows.length === this.#shown.length && rows.every((row, index) => row === this.#shown[index]);
    if (isSame && this.#printed.length === 0) return;
    const up = this.#countRows();
    const begin = `${up > 0 ? `\u001b[${String(up)}A` : ''}\r${eraseBelow}`;
    const printed = this.#printed.splice(0).map((line) => `${line}\n`);
    const area = rows.length > 0 ? `${wrapOff}${rows.join('\n')}\n${wrapOn}` : '';
    this.#terminal.write(`${cursorOff}${begin}${printed.join('')}${area}${cursorOn}`);
    this.#shown = rows;
  }

  /** A terminal that has become narrower shows a row as several. */
  #countRows(): number {
    const { columns } = this.#terminal;
    return this.#shown.reduce(
      // A terminal that does not know its size says that it has no columns.
      (sum, row) => sum + Math.max(1, Math.ceil(stripVTControlCharacters(row).length / Math.max(1, columns))),
      0,
    );
  }
}
