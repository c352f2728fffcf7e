import type { PlainObject } from '@kubewright/declaration';

import { validateValue, label } from '../options/index.ts';

/** An object of a manifest. */
export type ManifestObject = PlainObject;

/** A stage: the objects of one folder of manifests, which are deployed together. */
export interface Stage {
  readonly environment: string;
  /** Name within its environment, such as `operator`. */
  readonly name: string;
  /** Path in the folder of all manifests, such as `production/operator`. */
  readonly folder: string;
  readonly objects: readonly ManifestObject[];
}

/** Whether every object of the stage has an annotation that prevents Argo CD from pruning it. */
export function isRetainedByArgoCd({ objects }: Stage): boolean {
  return objects.every(({ metadata: { annotations = {} } }) =>
    (annotations['argocd.argoproj.io/sync-options'] ?? '').split(',').includes('Prune=false'),
  );
}

/** Whether every object of the stage has an annotation that prevents Flux from pruning it. */
export function isRetainedByFlux({ objects }: Stage): boolean {
  return objects.every(
    ({ metadata: { annotations = {} } }) => annotations['kustomize.toolkit.fluxcd.io/prune'] === 'disabled',
  );
}

/** Name of an Application or a Kustomization. Both names are also label values, which limits their length. */
export function formatGitOpsName(parts: readonly string[]): string {
  const name = parts.join('-');
  const [wrong] = validateValue(
    label,
    name,
    'the name of an Application or a Kustomization (gitOps.name, environment and stage)',
  );
  if (wrong !== undefined) throw new Error(wrong.text);
  return name;
}
