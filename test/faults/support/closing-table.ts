import { recoveriesTable } from './recoveries.ts';

/** Prints, when all tests have run, how long it took to recover from what. */
export default function setup(): () => void {
  return () => {
    process.stdout.write(`\n${recoveriesTable()}\n`);
  };
}
