import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import type { ControlPlane } from '../../../operator/testing/src/index.ts';
import { computeKstatus } from '../../support/kstatus.ts';
import type { Manifest } from '../../support/manifests.ts';
import { readYaml } from '../../support/read-yaml.ts';
import { until } from '../../support/until.ts';

/** An object of a manifest, with the fields that GitOps tools read and write. */
export interface GitOpsObject extends Manifest {
  readonly metadata: Manifest['metadata'] & {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** Reads and writes objects of any kind with kubectl, because GitOps tools know no kind in advance. */
export class ClusterObjects {
  readonly #kubectl: ControlPlane['kubectl'];
  readonly #fieldManager: string;

  /** @param fieldManager the field manager of every apply */
  constructor({ kubectl }: Pick<ControlPlane, 'kubectl'>, fieldManager: string) {
    this.#kubectl = kubectl;
    this.#fieldManager = fieldManager;
  }

  /** Runs `kustomize build` and returns its objects. */
  async build(folder: string): Promise<readonly GitOpsObject[]> {
    return readYaml(await this.#kubectl(['kustomize', folder])) as readonly GitOpsObject[];
  }

  /** Applies objects with server-side apply, strict field validation and force. */
  async apply(objects: readonly GitOpsObject[]): Promise<void> {
    if (objects.length > 0) await this.applyText(renderList(objects));
  }

  /** Applies YAML text in the same way as `apply`. */
  async applyText(input: string): Promise<void> {
    const how = ['--server-side', '--force-conflicts', '--validate=strict', `--field-manager=${this.#fieldManager}`];
    await this.#kubectl(['apply', ...how, '-f', '-'], { input });
  }

  /** Reads objects from the cluster; omits those that do not exist. */
  async read(objects: readonly GitOpsObject[]): Promise<readonly KubeObject[]> {
    if (objects.length === 0) return [];
    const args = ['get', '--show-managed-fields', '--ignore-not-found', '-o', 'json', '-f', '-'];
    const text = await this.#kubectl(args, { input: renderList(objects) });
    if (text.trim() === '') return [];
    const found = JSON.parse(text) as KubeObject & { readonly items?: readonly KubeObject[] };
    return found.items ?? [found];
  }

  /**
   * Returns the parts of each object that an apply writes, including `managedFields` with its times, but not the
   * status.
   */
  async written(objects: readonly GitOpsObject[]): Promise<Readonly<Record<string, unknown>>> {
    const found = await this.read(objects);
    return Object.fromEntries(found.map((each) => [formatAddress(each), removeStatus(each)]));
  }

  /**
   * Waits until all objects exist and are ready.
   * @param isReady whether an object is ready. @default - the rules of kstatus
   */
  async untilReady(objects: readonly GitOpsObject[], isReady = isCurrent): Promise<void> {
    await until(
      `${String(objects.length)} objects are ready`,
      async () => {
        const found = await this.read(objects);
        const waiting = found.filter((object) => !isReady(object));
        if (waiting.length > 0) throw new Error(waiting.map(formatAddress).join(', '));
        return found.length === objects.length;
      },
      { everyMs: 250 },
    );
  }

  /** Deletes an object, and its dependents in the background. */
  async delete(object: GitOpsObject): Promise<void> {
    await this.#kubectl(['delete', '--wait=false', '--ignore-not-found', '-f', '-'], { input: renderList([object]) });
  }
}

function isCurrent(object: KubeObject): boolean {
  return computeKstatus(object) === 'Current';
}

export function formatAddress({ apiVersion, kind, metadata }: Manifest): string {
  const { namespace, name } = metadata;
  return [apiVersion.replace(/\/.*/, ''), kind, namespace ?? '', name].join(' ');
}

/** Lists the objects in `before` that are not in `now`. */
export function listMissing(now: readonly GitOpsObject[], before: readonly GitOpsObject[]): readonly GitOpsObject[] {
  const addresses = new Set(now.map(formatAddress));
  return before.filter((object) => !addresses.has(formatAddress(object)));
}

/** Adds labels or annotations to an object. */
export function addMetadata(
  { metadata, ...object }: GitOpsObject,
  more: Pick<GitOpsObject['metadata'], 'labels' | 'annotations'>,
): GitOpsObject {
  const { labels, annotations } = metadata;
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(more.labels && { labels: { ...labels, ...more.labels } }),
      ...(more.annotations && { annotations: { ...annotations, ...more.annotations } }),
    },
  };
}

function renderList(items: readonly GitOpsObject[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

/** Omits the status, because controllers still report a rollout after an object is ready. */
function removeStatus(object: KubeObject & { readonly status?: unknown }): object {
  const { status: _status, metadata, ...rest } = object;
  const { resourceVersion: _version, managedFields = [], ...kept } = metadata;
  const owners = managedFields.filter(({ subresource }) => subresource !== 'status');
  return { ...rest, metadata: { ...kept, managedFields: owners } };
}
