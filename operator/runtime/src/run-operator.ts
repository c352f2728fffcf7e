import { findTracing } from './base/tracing.ts';
import type { OperatorDefinition, ProcessInput } from './manager/operator-definition.ts';

export type { OperatorDefinition, ProcessInput };

/**
 * Runs an operator until SIGTERM or SIGINT: reads its settings, connects, syncs its caches, campaigns for leadership,
 * reconciles, and stops in order. If the process has registered an OpenTelemetry SDK before, reconciles and their API
 * calls become spans.
 * @returns the exit code: 0 after an ordered stop; 1 if the operator could not start, which is logged with the reason,
 *   such as a name that is not a DNS label, no controllers, or two controllers with one name or one API; also 1 after
 *   an unexpected failure, such as a promise that rejects without a handler
 */
export async function runOperator(definition: OperatorDefinition, input: ProcessInput): Promise<number> {
  // Lazy: importing a declaration (in a generator or a test) must not load everything that a running process needs.
  const { operate } = await import('./manager/operate.ts');
  await findTracing();
  return operate(definition, input);
}
