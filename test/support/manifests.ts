import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { kubewright } from '../../operator/src/kubewright.ts';
import { formatApiVersion, type Kind, type KubeObject, type ObjectKey } from '../../operator/runtime/src/base/index.ts';
import { type Client, isApiError } from '../../operator/runtime/src/client/index.ts';
import * as builtin from '../../operator/runtime/src/kinds/index.ts';
import { readYaml } from './read-yaml.ts';
import { until } from './until.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Every built-in kind, and every kind of the operator `kubewright`. */
const kinds: readonly Kind[] = [...Object.values(builtin), ...kubewright.controllers.map(({ api }) => api)];

/** Returns the kind of a manifest. Throws if it is neither built in nor a kind of the operator `kubewright`. */
export function getKind(manifest: Pick<Manifest, 'apiVersion' | 'kind'>): Kind {
  const found = kinds.find((kind) => kind.kind === manifest.kind && formatApiVersion(kind) === manifest.apiVersion);
  if (found === undefined) throw new Error(`unknown kind ${manifest.apiVersion} ${manifest.kind}`);
  return found;
}

/** Reads the objects of a folder of `infra/manifests`, in the order of its files. */
export function readManifests(
  environment: string,
  unit: 'crds' | 'namespaces' | 'operator' | 'pet-store' | 'samples',
): readonly Manifest[] {
  const folder = path.join(import.meta.dirname, '../../infra/manifests', environment, unit);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
    .sort()
    .flatMap((file) => readYaml(readFileSync(path.join(folder, file), 'utf8')) as readonly Manifest[]);
}

/** Applies manifests like a GitOps controller: server-side, with force, and with errors for unknown fields. */
export async function applyManifests(client: Client, manifests: readonly Manifest[]): Promise<readonly KubeObject[]> {
  const applied: KubeObject[] = [];
  for (const manifest of manifests) {
    const options = { fieldManager: 'test', force: true };
    applied.push((await client.resource(getKind(manifest)).apply(manifest, options)).object);
  }
  return applied;
}

/** Applies CRDs like a GitOps controller, with the policies that guard them, and waits until they are served. */
export async function applyCrds(client: Client, crds: readonly Manifest[]): Promise<void> {
  await applyManifests(client, crds);
  for (const { metadata } of crds.filter(({ kind }) => kind === builtin.CustomResourceDefinition.kind))
    await until(`the CRD ${metadata.name} is established`, async () => {
      const { status } = await client.resource(builtin.CustomResourceDefinition).get({ name: metadata.name });
      return (status?.conditions ?? []).some(({ type, status: is }) => type === 'Established' && is === 'True');
    });
}

/** Deletes manifests in reverse order. Objects that do not exist are skipped. */
export async function deleteManifests(client: Client, manifests: readonly Manifest[]): Promise<void> {
  for (const manifest of manifests.toReversed()) await deleteIfPresent(client, getKind(manifest), manifest.metadata);
}

/** Deletes an object if it exists, and its dependents in the background. */
export async function deleteIfPresent(client: Client, kind: Kind, key: ObjectKey): Promise<void> {
  try {
    await client.resource(kind).delete(key, { propagation: 'Background' });
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
  }
}
