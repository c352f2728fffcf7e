import { identityOf, type PlainObject, titleOf } from '../objects/index.ts';
import type { Kubectl } from './kubectl.ts';

/**
 * A line for each object that has the labels of the manifests, `managed-by` and `instance`, but no manifest. Leaves out
 * objects with an owner, and namespaces without any manifest, where another installation can have the same labels.
 *
 * @param resources of the cluster
 */
export function leftoversText(
  kubectl: Kubectl,
  manifests: readonly PlainObject[],
  resources: readonly string[],
): string {
  const selectors = ['managed-by', 'instance'].map((name) => {
    const key = `app.kubernetes.io/${name}`;
    const values = new Set(manifests.flatMap(({ metadata }) => metadata.labels?.[key] ?? []));
    return values.size === 0 ? undefined : `${key} in (${[...values].sort().join(',')})`;
  });
  if (selectors.includes(undefined)) return '';
  const searched = resources.filter((each) => each !== 'endpoints'); // they have the labels of their Service, but no owner
  const query = ['--all-namespaces', `--selector=${selectors.join(',')}`, '-o', `jsonpath=${columns}`];
  const { code, stdout, stderr } = kubectl(['get', searched.join(','), ...query]);
  const identities = new Set(manifests.map(identityOf));
  const namespaces = new Set(manifests.map(({ metadata }) => metadata.namespace));
  const left = stdout.split('\n').flatMap((line) => {
    const [apiVersion = '', kind = '', namespace, name = '', owner] = line.split('\t');
    const object = { apiVersion, kind, metadata: { name, ...(namespace && { namespace }) } };
    const isLeft = name !== '' && !owner && namespaces.has(object.metadata.namespace);
    return isLeft && !identities.has(identityOf(object)) ? [titleOf(object)] : [];
  });
  const lines = left.map((title) => `- ${title}: no manifest has it any more; an apply does not delete it\n`);
  return lines.join('') + (code === 0 ? '' : `failed to search all kinds for leftovers: ${stderr}\n`);
}

/** Names only: no data of a Secret leaves the cluster. */
const columns =
  '{range .items[*]}{.apiVersion}{"\\t"}{.kind}{"\\t"}{.metadata.namespace}{"\\t"}{.metadata.name}' +
  '{"\\t"}{.metadata.ownerReferences[0].name}{"\\n"}{end}';
