/** The exit code that a shell shows for a program that SIGPIPE ended. Node ignores this signal. */
const brokenPipe = 141;

/** Ends this process quietly when the reader of its output, such as `head`, closes the pipe. */
export function exitOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(brokenPipe);
  });
}
