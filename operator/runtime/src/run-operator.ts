import { findTracing } from './base/tracing.ts';
import type { OperatorDefinition, ProcessInput } from './manager/operator-definition.ts';

export type { OperatorDefinition, ProcessInput };

/**
 * Runs an operator until SIGTERM or SIGINT: reads its settings, connects, fills its caches, campaigns for leadership,
 * reconciles, and stops in order. Where the process has registered an OpenTelemetry SDK before, reconciles and their calls
 * become spans.
 *
 * @returns the exit code: 0 after an ordered stop, 1 if it could not start: then it has said why, such as a name of the
 * operator that is no DNS label, no controllers, or two of one name; 1 also after an ordered stop because something has
 * failed that nobody expects to, such as a promise that rejects without a handler
 */
export async function runOperator(definition: OperatorDefinition, input: ProcessInput): Promise<number> {
  // Lazy: to import a declaration (for a generator, a test) must not cost what a running process costs.
  const { operate } = await import('./manager/operate.ts');
  await findTracing();
  return operate(definition, input);
}
