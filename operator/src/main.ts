/**
 * Runs our operators, also without npm, as an editor does: `node operator/src/main.ts`.
 *
 * npm's scripts give Node the condition by which the names of our packages lead to their sources. Here it is added before
 * anything is imported.
 *
 * @module
 */
import { registerHooks } from 'node:module';

const isSource = import.meta.filename.endsWith('.ts');
if (isSource) {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, '@kubewright/source'] }),
  });
}

await import('./run.ts');
