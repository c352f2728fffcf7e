import { styleText } from 'node:util';

import type { DevCluster } from '../dev-cluster.ts';
import { findLoops } from './find-loops.ts';
import { LiveArea, type Terminal } from './live-area.ts';
import { emptyModel, type Notice, parseLine, reduce } from './model.ts';
import { parseKinds } from './kinds.ts';
import { Objects } from './objects.ts';
import { describePosition, findOwnPosition } from './own-line.ts';
import { removeUnseen, renderScreen } from './render.ts';
import { wrapWords } from './wrap-words.ts';

export interface ScreenOptions {
  /** Path of the project's folder. */
  readonly folder: string;
  readonly cluster: Pick<DevCluster, 'kubectl' | 'title'>;
  readonly terminal: Terminal;
  /** The line with the keys: `r restart   q quit`. */
  readonly keys: () => string;
}

/** How a line is printed. */
export interface PrintOptions {
  /** The problem that the line names: `solve` with it removes the line. @default - none */
  readonly problem?: string | undefined;
  /** Whether people copy the line into a shell: it has no line breaks. @default false */
  readonly isCommand?: boolean;
  readonly style?: Parameters<typeof styleText>[0];
}

/** The screen of `kubewright dev`: what the operator's log and its objects show, below what has been printed. */
export class Screen implements Disposable {
  readonly #folder: string;
  readonly #objects: Objects;
  readonly #area: LiveArea;
  readonly #columns: () => number;
  #model = emptyModel;
  #later: NodeJS.Timeout | undefined;
  /** Number of programs that use the terminal or wait for it. */
  #programs = 0;

  constructor({ folder, cluster, terminal, keys }: ScreenOptions) {
    this.#folder = folder;
    this.#columns = () => terminal.columns;
    this.#objects = new Objects({ cluster, changed: () => this.#area.update() });
    this.#area = new LiveArea(terminal, () => {
      const loops = findLoops(this.#model.ended, Date.now());
      if (loops.length > 0) this.#updateLater();
      const view = { title: cluster.title, keys: keys(), model: this.#model, tree: this.#objects.tree, loops };
      return renderScreen(view, terminal);
    });
    this.#area.update();
  }

  /** Shows the objects of an operator. @param declaration the text of the operator's `declaration.json` */
  follow(declaration: string): void {
    this.#objects.follow(parseKinds(declaration));
  }

  /** Handles a line of the operator's output. */
  takeLine(text: string): void {
    const line = parseLine(text);
    if (line === undefined) {
      this.print(text);
      return;
    }
    const { errors } = this.#model;
    this.#model = reduce(this.#model, line);
    for (const [problem, message] of errors) if (this.#model.errors.get(problem) !== message) this.#area.erase(problem);
    for (const notice of this.#model.notices) void this.#notice(notice);
    if (line.msg === 'reconciled') this.#objects.refresh();
    if (typeof line['reconcileId'] === 'string') this.#area.update();
  }

  /** Prints a line, which stays in the scrollback unless it names a problem that is solved while it is in sight. */
  print(text: string, { problem, isCommand = false, style }: PrintOptions = {}): void {
    for (const row of isCommand ? [text] : wrapWords(text, this.#columns()))
      this.#area.print(style === undefined ? row : styleText(style, row), problem);
  }

  /** Removes the lines that name a problem. */
  solve(problem: string): void {
    this.#area.erase(problem);
  }

  /** Leaves the terminal to a program until it ends. */
  async leaveTo<T>(program: () => Promise<T>): Promise<T> {
    this.#programs += 1;
    this.#area.pause();
    try {
      return await program();
    } finally {
      this.#programs -= 1;
      if (this.#programs === 0) this.#area.resume();
    }
  }

  /** Redraws later, so that a write loop disappears after it has ended. */
  #updateLater(): void {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => {
      this.#area.update();
    }, 5_000);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#later);
    this.#objects[Symbol.dispose]();
    this.#area[Symbol.dispose]();
  }

  async #notice({ level, object, text, stack, problem }: Notice): Promise<void> {
    const style = level === 'error' ? 'red' : level === 'warn' ? 'yellow' : 'reset';
    this.print(removeUnseen([object, text].filter((part) => part !== '').join('  ')), { style, problem });
    const position = stack === undefined ? undefined : findOwnPosition(stack, this.#folder);
    if (position === undefined) return;
    const where = `    at ${await describePosition(position, this.#folder)}`;
    // It may be solved meanwhile.
    if (problem === undefined || this.#model.errors.has(problem)) this.print(where, { problem });
  }
}
