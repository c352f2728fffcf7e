/** Prints a progress line, because these tests take minutes. */
export function printProgress(what: string): void {
  process.stderr.write(`faults: ${what}\n`);
}

/** Formats a duration: `1.5 s`, `15 ms`. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
