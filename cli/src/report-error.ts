import { fileURLToPath } from 'node:url';

import { isInstalled, listFrames, type SourcePosition, toPath } from './stack-frames.ts';

/** An error that the user can fix. It is printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number = 1;

  /** @param what completes "failed to …" @param hint what to do */
  constructor(what: string, hint: string, cause?: unknown) {
    super(`failed to ${what}: ${hint}`, cause === undefined ? {} : { cause });
  }
}

/** Thrown when the user interrupts the command, for example with Ctrl-C. */
export class InterruptedError extends CommandError {
  /** The exit code of a program that SIGINT ended. */
  override readonly exitCode = 130;
}

/** Prints an error, and sets the exit code. */
export function reportError(error: unknown): void {
  console.error(describeError(error));
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
}

/** Returns the message of an error, with the line of the author's code that threw it. */
export function describeError(error: unknown): string {
  const message = describeFileError(error) ?? getMessage(error);
  const own = findOwnLine(error);
  return own === undefined ? message : `${message}\n  at ${own.file}:${own.line}:${own.column}`;
}

/** How to fix a file system error, by its code. */
const remedies: Readonly<Record<string, string>> = {
  EACCES: 'permission denied: check the owner and mode of the file',
  EEXIST: 'a file already has the name of this folder: move or delete the file',
  EISDIR: 'the path is a folder, not a file: move or delete that folder',
  ELOOP: 'its symbolic links form a circle: remove one of them',
  ENOENT: 'the path does not exist',
  ENOSPC: 'the disk is full: free some space',
  ENOTDIR: 'a part of the path is a file, not a folder: move or delete that file',
  EPERM: 'permission denied: check the owner and mode of the file',
  EROFS: 'its file system is read-only: use another folder',
};
const verbs: Readonly<Record<string, string>> = {
  ...{ mkdir: 'create', mkdtemp: 'create', rm: 'delete', rmdir: 'delete', unlink: 'delete' },
  ...{ open: 'open', scandir: 'list', read: 'read' },
};

/** Adds a verb and a remedy, which Node's message lacks. */
function describeFileError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', syscall = '', path } = error as NodeJS.ErrnoException;
  const remedy = syscall === 'mkdtemp' ? 'set TMPDIR to an existing folder that you may write to' : remedies[code];
  if (path === undefined || remedy === undefined) return undefined;
  return `failed to ${verbs[syscall] ?? syscall} ${path}: ${remedy} (${code})`;
}

export function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Finds the first stack line, of the error or its causes, that is neither in a package nor in Node. */
function findOwnLine(error: unknown): SourcePosition | undefined {
  if (!(error instanceof Error)) return undefined;
  const place = error instanceof SyntaxError ? findSyntaxError(error) : undefined;
  if (place !== undefined) return place;
  const own = listFrames(error.stack ?? '').find((frame) => !isInstalled(frame));
  return own === undefined || isOurs(own) ? findOwnLine(error.cause) : own;
}

/** Finds the position of a syntax error. Node writes it above the stack: file and line, lines of code, `^`. */
function findSyntaxError({ stack = '' }: SyntaxError): SourcePosition | undefined {
  const [, file, line, marker] = /^(\S.*?):(\d+)\n(?:.*\n){1,9}?( *)\^/.exec(stack) ?? [];
  if (file === undefined || marker === undefined) return undefined;
  return { file: toPath(file), line: Number(line), column: marker.length + 1 };
}

const ourFolder = fileURLToPath(new URL('..', import.meta.url));

function isOurs({ file }: SourcePosition): boolean {
  return file.startsWith(ourFolder) && !/[/\\]template[/\\]/.test(file);
}
