import { defineDependencies, owns, Pod, type ContextOf } from '@kubewright/runtime';
import type { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';

export const dependencies = defineDependencies({
  owns: { pods: owns(Pod, { delete: true }) },
  // By uid: counts that are not in the status yet.
  uses: { uncounted: () => new Map<string, number>() },
});

export type Context = ContextOf<typeof ImmortalContainer, typeof dependencies>;
