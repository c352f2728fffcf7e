import { recoveriesTable } from './recoveries.ts';

/** Prints, when all tests have run, how long it took to recover from what. */
export function teardown(): void {
  process.stdout.write(`\n${recoveriesTable()}\n`);
}
