import { stripVTControlCharacters } from 'node:util';

/** The methods and fields of a terminal stream that `LiveArea` uses. */
export interface Terminal {
  readonly columns: number;
  readonly rows: number;
  write(text: string): unknown;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
}

/** Minimum time between two redraws. */
const pauseMs = 250;

/** A printed row. */
interface Printed {
  readonly row: string;
  /** The name by which it can be erased. @default - it stays */
  readonly id: string | undefined;
}

const eraseBelow = '\u001b[J';
const [wrapOff, wrapOn] = ['\u001b[?7l', '\u001b[?7h'];
const [cursorOff, cursorOn] = ['\u001b[?25l', '\u001b[?25h'];

/**
 * Rows below the output of a terminal, which scrolls above them as usual.
 *
 * Guarantees: draws at most four times a second, and only rows that differ from those shown; a row that is printed
 * stays in the scrollback, unless it is erased while the terminal shows it.
 */
export class LiveArea implements Disposable {
  readonly #terminal: Terminal;
  readonly #render: () => readonly string[];
  readonly #onResize = (): void => {
    this.#printed = [];
    this.#height = this.#countRows(this.#shown);
    this.update();
  };
  #shown: readonly string[] = [];
  /** Rows that are not on the terminal yet. */
  #due: readonly Printed[] = [];
  /** The last rows on the terminal, above the area. */
  #printed: readonly Printed[] = [];
  readonly #erased = new Set<string>();
  /** At least this many rows above the cursor are ours: the area, and printed rows above it. */
  #height = 0;
  #timer: NodeJS.Timeout | undefined;
  #drawnAt = 0;
  #isPaused = false;
  #isOver = false;

  constructor(terminal: Terminal, render: () => readonly string[]) {
    this.#terminal = terminal;
    this.#render = render;
    terminal.on('resize', this.#onResize);
  }

  /** Schedules a redraw. */
  update(): void {
    if (this.#isPaused || this.#timer !== undefined) return;
    const waitMs = Math.max(0, this.#drawnAt + pauseMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#draw(this.#render());
    }, waitMs);
  }

  /** Prints a row above the area. @param id the name by which it can be erased */
  print(row: string, id?: string): void {
    // The width of a tab depends on its column.
    this.#due = [...this.#due, { row: row.replaceAll('\t', '    '), id }];
    if (this.#isPaused) this.#draw([]);
    else this.update();
  }

  /** Removes the rows that were printed with an id, except those that have been scrolled out of sight. */
  erase(id: string): void {
    this.#due = this.#due.filter((each) => each.id !== id);
    if (this.#isPaused || !this.#printed.some((each) => each.id === id)) return;
    this.#erased.add(id);
    this.update();
  }

  /** Removes the area: another program writes to the terminal until `resume`. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isPaused = true;
    this.#draw([]);
  }

  /** Draws the area again; does nothing after disposal. */
  resume(): void {
    if (this.#isOver) return;
    this.#isPaused = false;
    // The program has written below them.
    this.#printed = [];
    this.#height = 0;
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
    const { height, again } = this.#takeErased();
    if (isSame && this.#due.length + height === 0) return;
    const up = this.#countRows(this.#shown) + height;
    const begin = `${up > 0 ? `\u001b[${String(up)}A` : ''}\r${eraseBelow}`;
    const printed = [...again, ...this.#due];
    const area = rows.length > 0 ? `${wrapOff}${rows.join('\n')}\n${wrapOn}` : '';
    this.#terminal.write(`${cursorOff}${begin}${printed.map(({ row }) => `${row}\n`).join('')}${area}${cursorOn}`);
    this.#remember(rows, printed, up);
  }

  /**
   * Takes the printed rows from the first one on that is erased and still on the terminal.
   *
   * @returns their height, and those to print again
   */
  #takeErased(): { readonly height: number; readonly again: readonly Printed[] } {
    const isErased = ({ id }: Printed): boolean => id !== undefined && this.#erased.has(id);
    const measure = (printed: readonly Printed[]): number => this.#countRows(printed.map(({ row }) => row));
    const visible = this.#height - this.#countRows(this.#shown);
    const first = this.#printed.findIndex(
      (each, index) => isErased(each) && measure(this.#printed.slice(index)) <= visible,
    );
    const taken = first < 0 ? [] : this.#printed.slice(first);
    const again = taken.filter((each) => !isErased(each));
    this.#printed = this.#printed.slice(0, this.#printed.length - taken.length);
    this.#erased.clear();
    return { height: measure(taken), again };
  }

  #remember(rows: readonly string[], printed: readonly Printed[], up: number): void {
    this.#shown = rows;
    this.#due = [];
    // More are never visible.
    this.#printed = [...this.#printed, ...printed].slice(-Math.max(1, this.#terminal.rows));
    const written = this.#countRows(rows) + this.#countRows(printed.map(({ row }) => row));
    this.#height = Math.min(Math.max(0, this.#terminal.rows - 1), Math.max(0, this.#height - up) + written);
  }

  /** A terminal shows a row that is longer than its width as several. */
  #countRows(rows: readonly string[]): number {
    const { columns } = this.#terminal;
    return rows.reduce(
      // A terminal that does not know its size says that it has no columns.
      (sum, row) => sum + Math.max(1, Math.ceil(stripVTControlCharacters(row).length / Math.max(1, columns))),
      0,
    );
  }
}
