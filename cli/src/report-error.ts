import { fileURLToPath, pathToFileURL } from 'node:url';

/** An error of the user's input: printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number = 1;

  /** @param what completes "failed to …" @param hint what to do */
  constructor(what: string, hint: string, cause?: unknown) {
    super(`failed to ${what}: ${hint}`, cause === undefined ? {} : { cause });
  }
}

/** The user has stopped the command. */
export class InterruptedError extends CommandError {
  /** As after Ctrl-C. */
  override readonly exitCode = 130;
}

/** Prints an error, and sets the exit code. */
export function reportError(error: unknown): void {
  console.error(describeError(error));
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
}

/** The message of an error, with the line of the author's own code that it comes from. */
export function describeError(error: unknown): string {
  const message = getMessage(error);
  const line = findOwnLine(error);
  return line === undefined ? message : `${message}\n  at ${line}`;
}

export function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The first line of a stack, also of the causes, that is neither in a package nor in Node. */
export function findOwnLine(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const place = error instanceof SyntaxError ? findSyntaxError(error) : undefined;
  if (place !== undefined) return place;
  const frames = [...(error.stack ?? '').matchAll(/^\s+at .*?\(?(file:\/\/\S+:\d+:\d+)\)?$/gm)];
  const own = frames.map(([, frame = '']) => frame).find((frame) => !frame.includes('/node_modules/'));
  return own === undefined || isOurs(own) ? findOwnLine(error.cause) : toPath(own);
}

/** Node writes the place of an error that keeps a module from loading above the stack: file and line, code, `^`. */
function findSyntaxError({ stack = '' }: SyntaxError): string | undefined {
  const [, file, line, marker] = /^(\S.*?):(\d+)\n.*\n( *)\^/.exec(stack) ?? [];
  if (file === undefined || marker === undefined) return undefined;
  const frame = `${file.startsWith('file:') ? file : pathToFileURL(file).href}:${String(line)}:${marker.length + 1}`;
  return toPath(frame);
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
