import { emitKeypressEvents, type Key } from 'node:readline';

/** The action of each key. An action handles its own errors. */
export type Keys = Readonly<Record<string, KeyAction>>;

export interface KeyAction {
  /** A word or two for the row of keys. */
  readonly does: string;
  /** A sentence for the help. @default `does` */
  readonly help?: string;
  readonly run: () => unknown;
}

/** Listens to keys at a terminal. Ctrl-C runs the action of `q`. @returns a function that stops listening */
export function listenToKeys(keys: Keys, input: NodeJS.ReadStream = process.stdin): () => void {
  if (!input.isTTY) return () => undefined;
  const take = (_: unknown, { name = '', ctrl = false }: Key): void => {
    if (ctrl && name !== 'c') return;
    keys[ctrl ? 'q' : name]?.run();
  };
  emitKeypressEvents(input);
  input.setRawMode(true);
  input.on('keypress', take).resume();
  return () => {
    input.off('keypress', take).pause();
    input.setRawMode(false);
  };
}

/** Formats the line with all keys: `r restart  a apply samples  q quit`. */
export function describeKeys(keys: Keys): string {
  return Object.entries(keys)
    .map(([key, { does }]) => `${key} ${does}`)
    .join('   ');
}

/** Explains each key in a line of its own. */
export function explainKeys(keys: Keys): string {
  return Object.entries(keys)
    .map(([key, { does, help = does }]) => `${key}  ${help}`)
    .join('\n');
}
