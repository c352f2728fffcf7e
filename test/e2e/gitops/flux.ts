import path from 'node:path';

import type { FluxKustomization } from '@kubewright/infra';

import type { ControlPlane } from '../../../operator/testing/src/index.ts';
import { ClusterObjects, type GitOpsObject, listMissing, addMetadata } from './cluster-objects.ts';

/**
 * Performs the steps of Flux's kustomize-controller for Kustomizations: builds and labels objects, applies dependencies
 * first, waits until objects are ready by the rules of kstatus, and prunes objects that it has applied before. Flux
 * itself does not run here.
 * https://fluxcd.io/flux/components/kustomize/kustomizations/
 */
export class FluxSteps {
  readonly objects: ClusterObjects;
  /** The objects that each Kustomization has last applied, by the name of the Kustomization. */
  readonly #inventories = new Map<string, readonly GitOpsObject[]>();

  constructor(controlPlane: Pick<ControlPlane, 'kubectl'>) {
    this.objects = new ClusterObjects(controlPlane, 'kustomize-controller');
  }

  /**
   * @param repository the folder that contains the paths of the Kustomizations
   * @param without objects to leave out, as if a commit had removed them
   */
  async reconcile(
    kustomizations: readonly FluxKustomization[],
    repository: string,
    without: (object: GitOpsObject) => boolean = () => false,
  ): Promise<void> {
    for (const kustomization of sortByDependency(kustomizations)) {
      const built = await this.objects.build(path.join(repository, kustomization.spec.path));
      const kept = built.filter((object) => !without(object));
      await this.#reconcileOne(
        kustomization,
        kept.map((object) => addOwnerLabels(object, kustomization)),
      );
    }
  }

  /** Returns the objects that all Kustomizations have last applied, with the labels that name these. */
  applied(): readonly GitOpsObject[] {
    return [...this.#inventories.values()].flat();
  }

  async #reconcileOne({ metadata: { name }, spec }: FluxKustomization, built: readonly GitOpsObject[]): Promise<void> {
    const first = built.filter(isNeededByOthers);
    await this.objects.apply(first);
    await this.objects.untilReady(first);
    await this.objects.apply(built.filter((object) => !isNeededByOthers(object)));
    const gone = listMissing(built, this.#inventories.get(name) ?? []);
    if (spec.prune) await Promise.all(gone.filter(isPrunable).map((object) => this.objects.delete(object)));
    this.#inventories.set(name, built);
    await this.objects.untilReady(built);
  }
}

/** Sorts Kustomizations so that each follows its dependencies. Throws if a dependency does not exist. */
function sortByDependency(kustomizations: readonly FluxKustomization[]): readonly FluxKustomization[] {
  const ordered = new Set<FluxKustomization>();
  const add = (each: FluxKustomization): void => {
    for (const { name } of each.spec.dependsOn ?? []) {
      const needed = kustomizations.find(({ metadata }) => metadata.name === name);
      if (needed === undefined) throw new Error(`${each.metadata.name} depends on ${name}, which does not exist`);
      add(needed);
    }
    ordered.add(each);
  };
  kustomizations.forEach(add);
  return [...ordered];
}

function addOwnerLabels(object: GitOpsObject, { metadata: { name, namespace } }: FluxKustomization): GitOpsObject {
  const group = 'kustomize.toolkit.fluxcd.io';
  return addMetadata(object, { labels: { [`${group}/name`]: name, [`${group}/namespace`]: namespace } });
}

function isNeededByOthers({ kind }: GitOpsObject): boolean {
  return kind === 'CustomResourceDefinition' || kind === 'Namespace';
}

function isPrunable({ metadata: { annotations = {} } }: GitOpsObject): boolean {
  return annotations['kustomize.toolkit.fluxcd.io/prune'] !== 'disabled';
}
