/** Prints a line for whoever waits: these tests take minutes. */
export function progress(what: string): void {
  process.stderr.write(`faults: ${what}\n`);
}

/** Seconds for a reader. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
