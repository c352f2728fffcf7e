import { renderRecoveries } from './recoveries.ts';

export function teardown(): void {
  process.stdout.write(`\n${renderRecoveries()}\n`);
}
