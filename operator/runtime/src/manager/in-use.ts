import { keyOf, keyText } from '../base/index.ts';
import type { Controller, FinalizedResources } from '../controller/index.ts';
import type { LeaseNotes } from './election/index.ts';

/**
 * The annotation of the Lease with the kinds of which resources have the operator's finalizer, each with an example:
 * `pets.petstore.example.com (default/rex)`; empty if there are none. Without the operator nobody removes these
 * finalizers, so `@kubewright/infra` refuses to delete the operator until the annotation is empty.
 */
export const inUseAnnotation = 'operators.kubewright.dev/in-use';

/**
 * Notes about the resources that need the operator. It is urgent when the last one is gone: who waited for that goes on
 * to delete the operator.
 */
export function inUseNotes(controllers: readonly Pick<Controller, 'finalized'>[]): LeaseNotes {
  const all = controllers.flatMap(({ finalized }) => finalized ?? []);
  let written = '';
  return {
    annotations() {
      if (all.length === 0) return {};
      written = inUse(all);
      return { [inUseAnnotation]: written };
    },
    onUrgent(renew) {
      for (const resources of all) {
        resources.onGone(() => {
          if (written !== '' && inUse(all) === '') renew();
        });
      }
    },
  };
}

function inUse(all: readonly FinalizedResources[]): string {
  return all.flatMap(exampleOf).join(', ');
}

function exampleOf(resources: FinalizedResources): string[] {
  const example = resources.example();
  if (example === undefined) return [];
  const { plural, group } = resources.kind;
  return [`${plural}.${group} (${keyText(keyOf(example))})`];
}
