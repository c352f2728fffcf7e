import { findTracing } from './base/tracing.ts';
import type { OperatorDefinition, ProcessInput } from './manager/operator-definition.ts';

export type { OperatorDefinition, ProcessInput };

/**
 * Runs an operator until SIGTERM or SIGINT: reads its settings, connects, syncs its caches, campaigns for leadership,
 * reconciles, and stops in order. If the process has registered an OpenTelemetry SDK before, reconciles and their calls
 * become spans.
 *
 * @returns the exit code: 0 after an ordered stop; 1 if it could not start, which is logged with the reason, such as an
 * operator name that is not a DNS label, no controllers, or two with one name or one API; 1 also after a stop because
 * of an unexpected failure, such as a promise that rejects without a handler
 */
export async function runOperator(definition: OperatorDefinition, input: ProcessInput): Promise<number> {
  // Lazy: importing a declaration (for a generator, a test) must not cost as much as a running process.
  const { operate } = await import('./manager/operate.ts');
  await findTracing();
  return operate(definition, input);
}
