import { identityOf, type PlainObject, titleOf } from '../objects/index.ts';
import type { Kubectl } from './cluster.ts';

type Objects = readonly PlainObject[];

/**
 * A line for each object that has the labels of the installation, but no manifest. Leaves out objects with an owner, and
 * namespaces without any manifest, where another installation can have the same labels.
 *
 * @param kinds of the cluster, such as `deployments.apps`
 */
export async function leftoversText(kubectl: Kubectl, manifests: Objects, kinds: readonly string[]): Promise<string> {
  const selectors = ['managed-by', 'instance'].map((name) => {
    const values = new Set(manifests.map((each) => labelOf(each, name)).filter((value) => value !== ''));
    return values.size === 0 ? undefined : `app.kubernetes.io/${name} in (${[...values].sort().join(',')})`;
  });
  if (selectors.includes(undefined)) return '';
  const searched = kinds.filter((each) => each !== 'endpoints'); // they have the labels of their Service, but no owner
  const query = ['--all-namespaces', `--selector=${selectors.join(',')}`, '-o', `jsonpath=${printing}`];
  const { code, stdout, stderr } = await kubectl(['get', searched.join(','), ...query]);
  const identities = new Set(manifests.map(identityOf));
  const left = objectsIn(stdout).filter((each) => !identities.has(identityOf(each)) && isOurs(each, manifests));
  const lines = left.map((each) => `- ${titleOf(each)}: no manifest has it any more; an apply does not delete it\n`);
  return lines.join('') + (code === 0 ? '' : `failed to search all kinds for leftovers: ${stderr}\n`);
}

/**
 * Pure: whether an object is of the installation, whose instance namespaced manifests have, too. The CRDs, which several
 * installations share, have the operator's name as instance: of an instance like that, only the same component counts.
 */
function isOurs(object: PlainObject, manifests: Objects): boolean {
  const { namespace } = object.metadata;
  const isSame = (each: PlainObject, name: string): boolean => labelOf(each, name) === labelOf(object, name);
  const isRelated = (each: PlainObject): boolean =>
    isSame(each, 'instance') && (each.metadata.namespace !== undefined || isSame(each, 'component'));
  return manifests.some((each) => each.metadata.namespace === namespace) && manifests.some(isRelated);
}

function labelOf({ metadata }: PlainObject, name: string): string {
  return metadata.labels?.[`app.kubernetes.io/${name}`] ?? '';
}

/** Names and labels only: no data of a Secret leaves the cluster. */
const fields = ['metadata.ownerReferences[0].name', 'apiVersion', 'kind', 'metadata.namespace', 'metadata.name'];
const line = [...fields, 'metadata.labels'].map((field) => `{.${field}}`).join('{"\\t"}');
const printing = `{range .items[*]}${line}{"\\n"}{end}`;

/** Those without an owner. */
function objectsIn(printed: string): Objects {
  return printed.split('\n').flatMap((text) => {
    const [owner, apiVersion = '', kind = '', namespace, name = '', labels = '{}'] = text.split('\t');
    const metadata = { name, labels: JSON.parse(labels) as Record<string, string>, ...(namespace && { namespace }) };
    return owner || name === '' ? [] : [{ apiVersion, kind, metadata }];
  });
}
