import { type KubectlRun, runKubectl } from '@kubewright/declaration/kubectl';

import { groupOf, type PlainObject, textAt } from '../objects/index.ts';

/** Runs kubectl with an argument list, and with objects as its input. Rejects only if kubectl does not start. */
export type Kubectl = (args: readonly string[], objects?: readonly PlainObject[]) => Promise<KubectlRun>;

/** The kubectl on PATH. @param flags of every run, such as `--context=demo` */
export function kubectlWith(flags: readonly string[]): Kubectl {
  return async (args, objects = []) => {
    const input = objects.map((each) => JSON.stringify(each)).join('\n');
    const { stderr, ...run } = await runKubectl([...args, ...flags], { input });
    return { ...run, stderr: stderr.replaceAll(/^[EIW]\d{4} .*\n/gm, '').trim() }; // without lines of kubectl's own log
  };
}

export type Cluster = Awaited<ReturnType<typeof readCluster>>;

/** Throws what kubectl prints if it cannot read the cluster. */
export async function readCluster(kubectl: Kubectl, objects: readonly PlainObject[]) {
  // It fails if one aggregated API is down, but prints all others.
  const printed = await kubectl(['api-resources', '--verbs=list,delete', '--no-headers']);
  if (printed.stdout === '') throw new Error(`failed to read the cluster: ${printed.stderr}`);
  const kinds = [...printed.stdout.matchAll(/^(\S+) .*?(\S+) +(?:true|false) +(\S+) *$/gm)].map(
    ([, plural = '', apiVersion = '', kind = '']) => ({ plural, group: groupOf({ apiVersion }), kind }),
  );
  const needed = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []));
  const found = await kubectl(['get', 'namespace', ...needed, '--ignore-not-found', '-o', 'name']);
  if (found.code !== 0) throw new Error(`failed to read the cluster: ${found.stderr}`);
  const namespaces = new Set(found.stdout.split('\n'));
  return {
    /** Whether the API server serves the kind in some version. */
    serves: (object: PlainObject) => kinds.some(({ group, kind }) => group === groupOf(object) && kind === object.kind),
    hasNamespace: (name: string) => namespaces.has(`namespace/${name}`),
    /** All resources that can be listed and deleted, such as `deployments.apps`. */
    resources: kinds.map(({ plural, group }) => (group === '' ? plural : `${plural}.${group}`)),
  };
}

/**
 * Pure: why the API server cannot check an object yet, and whether another manifest creates what is missing; `undefined` if
 * the cluster has its kind and its namespace.
 */
export function tooEarly(object: PlainObject, all: readonly PlainObject[], cluster: Cluster) {
  const { namespace = '' } = object.metadata;
  const isServed = cluster.serves(object);
  if (isServed && (namespace === '' || cluster.hasNamespace(namespace))) return undefined;
  const isCreated = isServed
    ? all.some(({ kind, metadata }) => kind === 'Namespace' && metadata.name === namespace)
    : crdOf(object, all) !== undefined;
  const what = isServed ? `namespace ${namespace}` : 'CRD';
  const reason = isCreated ? `new; not checked before its ${what} exists` : `no manifest creates its ${what}`;
  return { object, isCreated, reason };
}

/** Pure: the CRD of an object among the manifests. */
export function crdOf(object: PlainObject, all: readonly PlainObject[]): PlainObject | undefined {
  const isOf = (crd: PlainObject): boolean =>
    textAt(crd, 'spec.group') === groupOf(object) && textAt(crd, 'spec.names.kind') === object.kind;
  return all.find((each) => each.kind === 'CustomResourceDefinition' && isOf(each));
}
