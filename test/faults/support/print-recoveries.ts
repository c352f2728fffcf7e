import { recoveriesTable } from './recoveries.ts';

/** Prints how long each recovery took, once all tests have run. */
export function teardown(): void {
  process.stdout.write(`\n${recoveriesTable()}\n`);
}
