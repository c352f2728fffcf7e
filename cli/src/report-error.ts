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
  const message = describeFileError(error) ?? getMessage(error);
  const line = findOwnLine(error);
  return line === undefined ? message : `${message}\n  at ${line}`;
}

/** What to do, by the code of an error of the file system. */
const remedies: Readonly<Record<string, string>> = {
  EACCES: 'permission denied: check its owner and its mode',
  EEXIST: 'a file has the name of a folder: move it away',
  EISDIR: 'it is a folder: move it away',
  ELOOP: 'its symbolic links form a circle',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file has the name of a folder: move it away',
  EPERM: 'permission denied: check its owner and its mode',
  EROFS: 'its file system is read-only: use another folder',
};
const verbs: Readonly<Record<string, string>> = {
  ...{ mkdir: 'create', mkdtemp: 'create', rm: 'delete', rmdir: 'delete', unlink: 'delete' },
  ...{ open: 'open', scandir: 'list', read: 'read' },
};

/** Node's message has neither a verb nor a remedy. */
function describeFileError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', syscall = '', path } = error as NodeJS.ErrnoException;
  const remedy =
    syscall === 'mkdtemp' ? 'set TMPDIR to a folder that exists, and in which you may write' : remedies[code];
  if (path === undefined || remedy === undefined) return undefined;
  return `failed to ${verbs[syscall] ?? syscall} ${path}: ${remedy} (${code})`;
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
