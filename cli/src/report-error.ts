import { fileURLToPath } from 'node:url';

/** An error of the user's input: printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  /** @param what completes "failed to …" @param hint what to do */
  constructor(what: string, hint: string, cause?: unknown) {
    super(`failed to ${what}: ${hint}`, cause === undefined ? {} : { cause });
  }
}

/** Prints an error, and sets exit code 1. */
export function reportError(error: unknown): void {
  console.error(describeError(error));
  process.exitCode = 1;
}

/** The message of an error, with the line of the author's own code that it comes from. */
export function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const line = findOwnLine(error);
  return line === undefined ? message : `${message}\n  at ${line}`;
}

/** The first line of a stack, also of the causes, that is neither in a package nor in Node. */
export function findOwnLine(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const frames = [...(error.stack ?? '').matchAll(/^\s+at .*?\(?(file:\/\/[^\s)]+:\d+:\d+)\)?$/gm)];
  const own = frames.map(([, frame = '']) => frame).find((frame) => !frame.includes('/node_modules/'));
  return own === undefined || isOurs(own) ? findOwnLine(error.cause) : toPath(own);
}

const ourFolder = new URL('..', import.meta.url).href;

function isOurs(frame: string): boolean {
  return frame.startsWith(ourFolder) && !frame.includes('/template/');
}

/** `file:///cafes/src/cafe.ts?generation=2:7:1` → `/cafes/src/cafe.ts:7:1`. */
function toPath(frame: string): string {
  const [, url = '', at = ''] = /^(.*?)(?:\?[^:]*)?(:\d+:\d+)$/.exec(frame) ?? [];
  return `${fileURLToPath(url)}${at}`;
}
