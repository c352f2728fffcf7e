import path from 'node:path';

import type { ArgoCdApplication } from '@kubewright/infra';

import type { ControlPlane } from '../../../operator/testing/src/index.ts';
import { ClusterObjects, type GitOpsObject, listMissing, addMetadata } from './cluster-objects.ts';
import type { LuaHealth } from './lua-health.ts';

/**
 * Performs the steps of Argo CD for the Application of an environment: applies the Applications of its stages, and
 * syncs them one wave after the other. Argo CD itself does not run here.
 * https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/
 */
export class ArgoCdSteps {
  readonly objects: ClusterObjects;
  /** The objects that each Application has last applied, by the name of the Application. */
  readonly #tracked = new Map<string, readonly GitOpsObject[]>();

  readonly #health: LuaHealth;

  /** @param health the health checks of `argocd-cm` */
  constructor(controlPlane: Pick<ControlPlane, 'kubectl'>, health: LuaHealth) {
    this.objects = new ClusterObjects(controlPlane, 'argocd-controller');
    this.#health = health;
  }

  /**
   * @param repository the folder that contains the path of the Application
   * @param without objects to leave out, as if a commit had removed them
   */
  async sync(
    application: ArgoCdApplication,
    repository: string,
    without: (object: GitOpsObject) => boolean = () => false,
  ): Promise<void> {
    const children = await this.objects.build(resolveSource(application, repository));
    await this.objects.apply(children);
    for (const child of children.toSorted((one, other) => getWave(one) - getWave(other))) {
      await this.#syncUnit(child as unknown as ArgoCdApplication, repository, without);
    }
  }

  /** Returns the objects that all Applications have last applied, with their tracking annotations. */
  applied(): readonly GitOpsObject[] {
    return [...this.#tracked.values()].flat();
  }

  async #syncUnit(
    application: ArgoCdApplication,
    repository: string,
    without: (object: GitOpsObject) => boolean,
  ): Promise<void> {
    const { name } = application.metadata;
    const built = await this.objects.build(resolveSource(application, repository));
    const targets = built.filter((object) => !without(object)).map((object) => addTracking(name, object));
    await this.objects.apply(targets);
    // The next wave starts only once every object of this one is healthy.
    await this.objects.untilReady(targets, (object) => this.#health.isHealthy(object));
    const gone = listMissing(targets, this.#tracked.get(name) ?? []);
    const { automated } = application.spec.syncPolicy;
    if (automated?.prune === true) {
      await Promise.all(gone.filter(isPrunable).map((object) => this.objects.delete(object)));
    }
    this.#tracked.set(name, targets);
  }
}

function resolveSource({ spec }: ArgoCdApplication, repository: string): string {
  return path.join(repository, spec.source.path);
}

function getWave({ metadata: { annotations = {} } }: GitOpsObject): number {
  return Number(annotations['argocd.argoproj.io/sync-wave'] ?? 0);
}

function addTracking(application: string, object: GitOpsObject): GitOpsObject {
  const { apiVersion, kind, metadata } = object;
  const group = apiVersion.includes('/') ? apiVersion.replace(/\/.*/, '') : '';
  const id = `${application}:${group}/${kind}:${metadata.namespace ?? ''}/${metadata.name}`;
  return addMetadata(object, { annotations: { 'argocd.argoproj.io/tracking-id': id } });
}

function isPrunable({ metadata: { annotations = {} } }: GitOpsObject): boolean {
  return !(annotations['argocd.argoproj.io/sync-options'] ?? '').split(',').includes('Prune=false');
}
