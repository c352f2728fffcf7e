import { renderRecoveries } from './recoveries.ts';

/** Prints the table of recoveries after all tests have run. */
export function teardown(): void {
  process.stdout.write(`\n${renderRecoveries()}\n`);
}
