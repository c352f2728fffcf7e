import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** How settings are read from the machine and the process. Tests replace it. */
export interface Host {
  readonly hostName: string;
  /** Whether standard output is a terminal. */
  readonly terminal: boolean;
  /** Returns the text of a file; `undefined` if it does not exist. */
  readFile(path: string): string | undefined;
  /** Writes text to standard output. */
  print(text: string): void;
  exit(code: number): never;
}

/** The machine and the process that this code runs in. */
export const thisHost: Host = {
  get hostName() {
    return hostname();
  },
  get terminal() {
    return process.stdout.isTTY;
  },
  readFile(path) {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  },
  print(text) {
    process.stdout.write(text);
  },
  exit: (code) => process.exit(code),
};
