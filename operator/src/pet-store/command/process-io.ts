import type { CommandIo } from './io.ts';

/** The command's view of this process. Ctrl-C aborts its signal; a second one ends the process as usual. */
export function processIo(): CommandIo {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  // Whoever reads our output, as `head` does, may stop to at any time.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  return {
    get stdin() {
      const { stdin } = process;
      interrupted.signal.addEventListener('abort', () => stdin.destroy(), { once: true });
      return stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    signal: interrupted.signal,
  };
}
