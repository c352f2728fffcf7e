import type { ReconcileEnvironment } from './environment.ts';
import type { EventRecorder } from '../events/index.ts';

/** The same environment for a process that only says what it would write: the gateway stores nothing, and no event is sent. */
export function inDryRun(environment: ReconcileEnvironment): ReconcileEnvironment {
  return { ...environment, dryRun: true, recorder: silent };
}

const silent: EventRecorder = {
  created: () => undefined,
  deleted: () => undefined,
  normal: () => false,
  warning: () => false,
  flush: () => Promise.resolve(0),
};
