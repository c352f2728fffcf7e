import { expect } from 'vitest';

import type { OlmBundle } from '@kubewright/infra/olm';

import type { Manifest } from '../../support/manifests.ts';
import { addedObjects, withoutDeploymentFields, withoutLabels } from './added-by-olm.ts';
import { objectsOfBundle } from './objects-of-bundle.ts';
import type { OlmCluster } from './olm-cluster.ts';
import type { Where } from './strategy-of.ts';

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

/** Expects that OLM has created the objects of a bundle, field by field, and nothing else but what `addedObjects` says. */
export async function expectCreated(cluster: OlmCluster, bundle: OlmBundle, where: Where): Promise<void> {
  const all = await read(cluster, ['get', kinds.join(','), '-A']);
  const live = all.filter((object) => isOf(bundle, where, object) && !isAdded(object));
  const wanted = objectsOfBundle(bundle, where).map(aside);
  const stored = await read(cluster, ['apply', ...dryRun], { apiVersion: 'v1', kind: 'List', items: wanted });
  expect(described(live, bundle)).toEqual(described(stored, bundle));
}

const dryRun = ['--server-side', '--force-conflicts', '--dry-run=server', '-f', '-'];

async function read(cluster: OlmCluster, args: readonly string[], input?: object): Promise<readonly Live[]> {
  const options = input === undefined ? {} : { input: JSON.stringify(input) };
  const text = await cluster.cluster.controlPlane.kubectl([...args, '-o', 'json'], options);
  return (JSON.parse(text) as { readonly items: readonly Live[] }).items;
}

/** Under a name that nothing has, so that the API server adds its defaults, and nothing of what OLM has created. */
function aside(object: Manifest): Manifest {
  if (object.kind === 'CustomResourceDefinition') return object;
  return { ...object, metadata: { ...object.metadata, name: `${object.metadata.name}-aside` } };
}

function isOf(bundle: OlmBundle, { namespace: own, targets }: Where, { kind, metadata }: Live): boolean {
  const { labels = {}, ownerReferences = [], name, namespace = own } = metadata;
  if (labels['olm.owner'] !== undefined) return labels['olm.owner'] === bundle.name;
  if (![own, ...targets].includes(namespace)) return false;
  const isOwned = labels['olm.managed'] === 'true' || ownerReferences.some((owner) => owner.name === bundle.name);
  return isOwned || bundle.objects.some((object) => object.kind === kind && object.metadata.name === name);
}

function isAdded({ kind, metadata }: Live): boolean {
  return addedObjects.some((each) => each.kinds.includes(kind) && each.name.test(metadata.name));
}

/** What the objects say, without what API servers and OLM add, in an order that does not depend on names. */
function described(objects: readonly Live[], bundle: OlmBundle): readonly unknown[] {
  const texts = objects.map(({ apiVersion: _, kind, metadata, spec, ...others }) => {
    const { namespace = '', labels, name } = metadata;
    const title = `${kind} ${namespace} ${withoutHash(name.replace(/-aside$/, ''), { kind, bundle })}`;
    const own = kind === 'Deployment' ? withoutDeploymentFields(spec, bundle) : spec;
    return JSON.stringify([title, { ...others, labels: withoutLabels(labels), spec: own }], (key, value: unknown) =>
      isAssigned(key) ? undefined : key === 'roleRef' ? roleOf(value, bundle) : value,
    );
  });
  return texts.sort().map((text) => JSON.parse(text) as unknown);
}

/** OLM ends the names of roles and webhook configurations with a hash. */
function withoutHash(name: string, { kind, bundle }: { readonly kind: string; readonly bundle: OlmBundle }): string {
  if (name.startsWith(bundle.name)) return bundle.name;
  return kind.endsWith('WebhookConfiguration') ? name.replace(/-[a-z0-9]{5}$/, '') : name;
}

function roleOf(value: unknown, bundle: OlmBundle): object {
  const { kind, name } = value as { readonly kind: string; readonly name: string };
  return { kind, name: withoutHash(name, { kind, bundle }) };
}

function isAssigned(key: string): boolean {
  return ['status', 'caBundle', 'clusterIP', 'clusterIPs'].includes(key);
}
