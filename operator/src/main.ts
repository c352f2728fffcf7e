/**
 * Runs Kubewright's own operators. Without npm, for example in an editor: `node operator/src/main.ts`. The names of
 * this repository's packages resolve to their sources only under the condition `@kubewright/source`, which the npm
 * scripts pass to Node. Without npm, this module adds the condition before it imports anything else.
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
