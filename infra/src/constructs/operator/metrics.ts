import type { OperatorMetrics } from '../../options/index.ts';
import type { OperatorDeclaration } from '../../declaration/index.ts';
import { OptionError } from '../checks/index.ts';

/** Pure: whether the metrics are reachable from outside of the Pod. */
export function areServed({ secure, plain }: OperatorMetrics = {}): boolean {
  return secure === true || plain === true;
}

/**
 * Pure: the given options. Throws if they contradict each other, or if the metrics should stay on loopback and the
 * operator has no setting for that.
 */
export function checkedMetrics(declaration: OperatorDeclaration, metrics: OperatorMetrics = {}): OperatorMetrics {
  if (metrics.secure === true && metrics.plain === true) {
    throw new OptionError('metrics are secure or plain, but not both: leave out metrics.plain, or metrics.secure');
  }
  if (metrics.secure !== true && metrics.certificateSecret !== undefined) {
    throw new OptionError('metrics.certificateSecret is for secure metrics: set metrics.secure, too, or leave it out');
  }
  if (!areServed(metrics) && knows(declaration, 'BIND_ADDRESS') && !knows(declaration, 'METRICS_BIND_ADDRESS')) {
    throw new OptionError(
      `${declaration.name} cannot keep its metrics to itself: it declares no METRICS_BIND_ADDRESS. Generate its ` +
        `declaration with a newer runtime; or set metrics.plain, and every Pod of the cluster may read them`,
    );
  }
  return metrics;
}

function knows({ settings }: OperatorDeclaration, variable: string): boolean {
  return settings.some(({ env }) => env === variable);
}
