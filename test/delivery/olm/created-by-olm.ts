import { expect } from 'vitest';

import type { OlmBundle } from '@kubewright/infra/olm';

import type { Manifest } from '../../support/manifests.ts';
import { addedObjects, removeOlmDeploymentFields, removeOlmLabels } from './added-by-olm.ts';
import { buildBundleObjects } from './bundle-objects.ts';
import type { OlmCluster } from './olm-cluster.ts';
import type { InstallTarget } from './install-strategy.ts';

interface Live extends Manifest {
  readonly metadata: Manifest['metadata'] & {
    readonly labels?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly name: string }[];
  };
  readonly spec?: object;
}

const kinds = [
  ...['deployments', 'serviceaccounts', 'services', 'roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
  ...['validatingwebhookconfigurations', 'mutatingwebhookconfigurations', 'networkpolicies', 'poddisruptionbudgets'],
  'customresourcedefinitions',
];

/** Expects that OLM has created the objects of a bundle, field by field, and no others except `addedObjects`. */
export async function expectCreated(cluster: OlmCluster, bundle: OlmBundle, where: InstallTarget): Promise<void> {
  const all = await read(cluster, ['get', kinds.join(','), '-A']);
  const live = all.filter((object) => isCreatedFor(bundle, where, object) && !isAdded(object));
  const wanted = buildBundleObjects(bundle, where).map(aside);
  const stored = await read(cluster, ['apply', ...dryRun], { apiVersion: 'v1', kind: 'List', items: wanted });
  expect(toComparable(live, bundle)).toEqual(toComparable(stored, bundle));
}

const dryRun = ['--server-side', '--force-conflicts', '--dry-run=server', '-f', '-'];

async function read(cluster: OlmCluster, args: readonly string[], input?: object): Promise<readonly Live[]> {
  const options = input === undefined ? {} : { input: JSON.stringify(input) };
  const text = await cluster.cluster.controlPlane.kubectl([...args, '-o', 'json'], options);
  return (JSON.parse(text) as { readonly items: readonly Live[] }).items;
}

/** Renames an object, so that creating it in a dry run adds the API server's defaults, but not OLM's fields. */
function aside(object: Manifest): Manifest {
  if (object.kind === 'CustomResourceDefinition') return object;
  return { ...object, metadata: { ...object.metadata, name: `${object.metadata.name}-aside` } };
}

function isCreatedFor(
  bundle: OlmBundle,
  { namespace: own, targets }: InstallTarget,
  { kind, metadata }: Live,
): boolean {
  const { labels = {}, ownerReferences = [], name, namespace = own } = metadata;
  if (labels['olm.owner'] !== undefined) return labels['olm.owner'] === bundle.name;
  if (![own, ...targets].includes(namespace)) return false;
  const isOwned = labels['olm.managed'] === 'true' || ownerReferences.some((owner) => owner.name === bundle.name);
  return isOwned || bundle.objects.some((object) => object.kind === kind && object.metadata.name === name);
}

function isAdded({ kind, metadata }: Live): boolean {
  return addedObjects.some((each) => each.kinds.includes(kind) && each.name.test(metadata.name));
}

/** Removes the fields that API servers and OLM add, and sorts the objects independent of their names. */
function toComparable(objects: readonly Live[], bundle: OlmBundle): readonly unknown[] {
  const texts = objects.map(({ apiVersion: _, kind, metadata, spec, ...others }) => {
    const { namespace = '', labels, name } = metadata;
    const title = `${kind} ${namespace} ${removeHash(name.replace(/-aside$/, ''), { kind, bundle })}`;
    const own = kind === 'Deployment' ? removeOlmDeploymentFields(spec, bundle) : spec;
    return JSON.stringify([title, { ...others, labels: removeOlmLabels(labels), spec: own }], (key, value: unknown) =>
      isAssigned(key) ? undefined : key === 'roleRef' ? toRoleRef(value, bundle) : value,
    );
  });
  return texts.sort().map((text) => JSON.parse(text) as unknown);
}

/** Removes the hash that OLM adds to the names of roles and webhook configurations. */
function removeHash(name: string, { kind, bundle }: { readonly kind: string; readonly bundle: OlmBundle }): string {
  if (name.startsWith(bundle.name)) return bundle.name;
  return kind.endsWith('WebhookConfiguration') ? name.replace(/-[a-z0-9]{5}$/, '') : name;
}

function toRoleRef(value: unknown, bundle: OlmBundle): object {
  const { kind, name } = value as { readonly kind: string; readonly name: string };
  return { kind, name: removeHash(name, { kind, bundle }) };
}

function isAssigned(key: string): boolean {
  return ['status', 'caBundle', 'clusterIP', 'clusterIPs'].includes(key);
}
