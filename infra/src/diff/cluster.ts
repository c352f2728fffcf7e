import { getGroup, formatIdentity, type PlainObject, getStringAt, formatTitle } from '@kubewright/declaration';
import { type KubectlRun, runKubectl } from '@kubewright/declaration/kubectl';

/** Runs kubectl with arguments, and objects as its input. Rejects only if kubectl does not start. */
export type Kubectl = (args: readonly string[], objects?: readonly PlainObject[]) => Promise<KubectlRun>;

/**
 * Returns the kubectl on PATH.
 *
 * @param flags for every call, such as `--context=demo`
 */
export function createKubectl(flags: readonly string[]): Kubectl {
  return async (args, objects = []) => {
    const input = objects.map((each) => JSON.stringify(each)).join('\n');
    const { stderr, ...run } = await runKubectl([...args, ...flags], { input });
    return { ...run, stderr: stderr.trim() };
  };
}

export type Cluster = Awaited<ReturnType<typeof readCluster>>;

/** Throws kubectl's output if it cannot read the cluster. */
export async function readCluster(kubectl: Kubectl, objects: readonly PlainObject[]) {
  // kubectl fails if one aggregated API is down, but still prints all others.
  const printed = await kubectl(['api-resources', '--verbs=list,delete', '--no-headers']);
  if (printed.stdout === '') throw new Error(`failed to read the cluster: ${printed.stderr}`);
  const kinds = [...printed.stdout.matchAll(/^(\S+) .*?(\S+) +(?:true|false) +(\S+) *$/gm)].map(
    ([, plural = '', apiVersion = '', kind = '']) => ({ plural, group: getGroup({ apiVersion }), kind }),
  );
  const needed = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []));
  const found = await kubectl(['get', 'namespace', ...needed, '--ignore-not-found', '-o', 'name']);
  if (found.code !== 0) throw new Error(`failed to read the cluster: ${found.stderr}`);
  const namespaces = new Set(found.stdout.split('\n'));
  return {
    /** Whether the API server serves any version of the kind. */
    serves: (object: PlainObject) =>
      kinds.some(({ group, kind }) => group === getGroup(object) && kind === object.kind),
    hasNamespace: (name: string) => namespaces.has(`namespace/${name}`),
    /** All resources that support list and delete, such as `deployments.apps`. */
    resources: kinds.map(({ plural, group }) => (group === '' ? plural : `${plural}.${group}`)),
  };
}

/**
 * Pure: explains why the API server cannot check an object yet: its kind or namespace does not exist. Says whether
 * another manifest creates it. `undefined` if the cluster has both.
 */
export function findMissingPrerequisite(object: PlainObject, all: readonly PlainObject[], cluster: Cluster) {
  const { namespace = '' } = object.metadata;
  const isServed = cluster.serves(object);
  if (isServed && (namespace === '' || cluster.hasNamespace(namespace))) return undefined;
  const isCreated = isServed
    ? all.some(({ kind, metadata }) => kind === 'Namespace' && metadata.name === namespace)
    : findCrd(object, all) !== undefined;
  const what = isServed ? `namespace ${namespace}` : 'CRD';
  const reason = isCreated ? `new; cannot be checked until its ${what} exists` : `no manifest creates its ${what}`;
  return { object, isCreated, reason };
}

export function findCrd(object: PlainObject, all: readonly PlainObject[]): PlainObject | undefined {
  const isCrdOfObject = (crd: PlainObject): boolean =>
    getStringAt(crd, 'spec.group') === getGroup(object) && getStringAt(crd, 'spec.names.kind') === object.kind;
  return all.find((each) => each.kind === 'CustomResourceDefinition' && isCrdOfObject(each));
}

type Objects = readonly PlainObject[];

/**
 * A line for each object that has the labels of the installation, but no manifest. Omits objects with an owner, and
 * objects in namespaces without any manifest: they may belong to another installation with the same labels.
 *
 * @param kinds of the cluster, such as `deployments.apps`
 */
export async function formatLeftovers(kubectl: Kubectl, manifests: Objects, kinds: readonly string[]): Promise<string> {
  const selectors = ['managed-by', 'instance'].map((name) => {
    const values = new Set(manifests.map((each) => getLabel(each, name)).filter((value) => value !== ''));
    return values.size === 0 ? undefined : `app.kubernetes.io/${name} in (${[...values].sort().join(',')})`;
  });
  if (selectors.includes(undefined)) return '';
  const searched = kinds.filter((each) => each !== 'endpoints'); // they have the labels of their Service, but no owner
  const query = ['--all-namespaces', `--selector=${selectors.join(',')}`, '-o', `jsonpath=${printing}`];
  const { code, stdout, stderr } = await kubectl(['get', searched.join(','), ...query]);
  const identities = new Set(manifests.map(formatIdentity));
  const left = parseObjects(stdout).filter((each) => !identities.has(formatIdentity(each)) && isOurs(each, manifests));
  const lines = left.map(
    (each) => `- ${formatTitle(each)}: no longer in the manifests; kubectl apply does not delete it\n`,
  );
  return lines.join('') + (code === 0 ? '' : `failed to search all kinds for leftovers: ${stderr}\n`);
}

/**
 * Pure: whether an object belongs to the installation: it has the instance label of the namespaced manifests. Several
 * installations share CRDs, which have the operator's name as instance: for that instance, the component must match as
 * well.
 */
function isOurs(object: PlainObject, manifests: Objects): boolean {
  const { namespace } = object.metadata;
  const isSame = (each: PlainObject, name: string): boolean => getLabel(each, name) === getLabel(object, name);
  const isRelated = (each: PlainObject): boolean =>
    isSame(each, 'instance') && (each.metadata.namespace !== undefined || isSame(each, 'component'));
  return manifests.some((each) => each.metadata.namespace === namespace) && manifests.some(isRelated);
}

function getLabel({ metadata }: PlainObject, name: string): string {
  return metadata.labels?.[`app.kubernetes.io/${name}`] ?? '';
}

/** Names and labels only: no data of a Secret leaves the cluster. */
const fields = ['metadata.ownerReferences[0].name', 'apiVersion', 'kind', 'metadata.namespace', 'metadata.name'];
const line = [...fields, 'metadata.labels'].map((field) => `{.${field}}`).join('{"\\t"}');
const printing = `{range .items[*]}${line}{"\\n"}{end}`;

/** Parses the lines of `printing`. Omits objects with an owner. */
function parseObjects(printed: string): Objects {
  return printed.split('\n').flatMap((text) => {
    const [owner, apiVersion = '', kind = '', namespace, name = '', labels = '{}'] = text.split('\t');
    const metadata = { name, labels: JSON.parse(labels) as Record<string, string>, ...(namespace && { namespace }) };
    return owner || name === '' ? [] : [{ apiVersion, kind, metadata }];
  });
}
