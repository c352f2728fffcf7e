import { styleText } from 'node:util';

import type { DevCluster } from '../dev-cluster.ts';
import { findLoops } from './find-loops.ts';
import { LiveArea, type Terminal } from './live-area.ts';
import { emptyModel, type Notice, parseLine, reduce } from './model.ts';
import { parseKinds } from './kinds.ts';
import { Objects } from './objects.ts';
import { describePosition, findOwnPosition } from './own-line.ts';
import { removeUnseen, renderScreen } from './render.ts';

export interface ScreenOptions {
  /** The project's folder. */
  readonly folder: string;
  readonly cluster: Pick<DevCluster, 'kubectl' | 'title'>;
  readonly terminal: Terminal;
  /** `r restart   q quit`. */
  readonly keys: () => string;
}

/** The screen of `kubewright dev`: what the operator's log and its objects show, below what has been printed. */
export class Screen implements Disposable {
  readonly #folder: string;
  readonly #objects: Objects;
  readonly #area: LiveArea;
  #model = emptyModel;
  #later: NodeJS.Timeout | undefined;
  /** How many programs have the terminal, or wait for it. */
  #programs = 0;

  constructor({ folder, cluster, terminal, keys }: ScreenOptions) {
    this.#folder = folder;
    this.#objects = new Objects({ cluster, changed: () => this.#area.update() });
    this.#area = new LiveArea(terminal, () => {
      const loops = findLoops(this.#model.ended, Date.now());
      if (loops.length > 0) this.#updateLater();
      const view = { title: cluster.title, keys: keys(), model: this.#model, tree: this.#objects.tree, loops };
      return renderScreen(view, terminal);
    });
    this.#area.update();
  }

  /** Shows the objects of an operator. @param declaration the text of its `declaration.json` */
  follow(declaration: string): void {
    this.#objects.follow(parseKinds(declaration));
  }

  /** Takes a line of the operator's output. */
  takeLine(text: string): void {
    const line = parseLine(text);
    if (line === undefined) {
      this.#area.print(text);
      return;
    }
    this.#model = reduce(this.#model, line);
    for (const notice of this.#model.notices) void this.#notice(notice);
    if (line.msg === 'reconciled') this.#objects.refresh();
    if (typeof line['reconcileId'] === 'string') this.#area.update();
  }

  /** Prints a line that stays in the scrollback. */
  print(text: string): void {
    this.#area.print(text);
  }

  /** Leaves the terminal to a program until it ends. */
  async leaveTo(program: () => Promise<void>): Promise<void> {
    this.#programs += 1;
    this.#area.pause();
    try {
      await program();
    } finally {
      this.#programs -= 1;
      if (this.#programs === 0) this.#area.resume();
    }
  }

  /** A loop that has ended disappears. */
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

  async #notice({ level, object, text, stack }: Notice): Promise<void> {
    const style = level === 'error' ? 'red' : level === 'warn' ? 'yellow' : 'reset';
    this.#area.print(styleText(style, removeUnseen([object, text].filter((part) => part !== '').join('  '))));
    const position = stack === undefined ? undefined : findOwnPosition(stack, this.#folder);
    if (position !== undefined) this.#area.print(`    at ${await describePosition(position, this.#folder)}`);
  }
}
