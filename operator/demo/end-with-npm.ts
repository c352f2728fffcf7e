import { parentEnded } from '../testing/src/control-plane/parent-ended.ts';

/**
 * Ends this process as soon as the npm that runs it has ended: a killed npm leaves its scripts running. The supervisor
 * then ends everything that this process has started.
 */
export function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  parentEnded({ pollMs: 250 }).addEventListener('abort', () => process.exit(1));
}
