import { groupOf, identityOf, textAt, type PlainObject } from '../objects/index.ts';
import type { Kubectl } from './kubectl.ts';
import { nameOf, type ObjectName } from './object-diff.ts';

/** Objects in a cluster that a release once had. */
export interface Leftovers {
  readonly objects: readonly ObjectName[];
  /** Why they could not be searched for. @default - they were */
  readonly reason?: string;
}

/** Resources that charts of operators have. */
const searched = [
  ...['configmaps', 'namespaces', 'persistentvolumeclaims', 'secrets', 'serviceaccounts', 'services'],
  ...['deployments.apps', 'statefulsets.apps', 'poddisruptionbudgets.policy', 'networkpolicies.networking.k8s.io'],
  ...['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map(
    (each) => `${each}.rbac.authorization.k8s.io`,
  ),
  ...['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'].map(ofAdmission),
  ...['validatingadmissionpolicies', 'validatingadmissionpolicybindings'].map(ofAdmission),
  ...['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings'].map(ofAdmission),
  ...['servicemonitors.monitoring.coreos.com', 'prometheusrules.monitoring.coreos.com'],
  ...['certificates.cert-manager.io', 'customresourcedefinitions.apiextensions.k8s.io'],
];

function ofAdmission(resource: string): string {
  return `${resource}.admissionregistration.k8s.io`;
}

const managedBy = 'app.kubernetes.io/managed-by';
const instance = 'app.kubernetes.io/instance';

/**
 * Finds the objects that have the labels of these, `managed-by` and `instance`, but are not among them. In namespaces in
 * which none of these is, nothing is searched: another installation may have the same labels.
 *
 * @param known the resources that the cluster has
 */
export async function leftoversOf(
  kubectl: Kubectl,
  objects: readonly PlainObject[],
  known: readonly string[],
): Promise<Leftovers> {
  const selector = selectorOf(objects);
  if (selector === undefined) return { objects: [] };
  const resources = resourcesOf(objects).filter((each) => known.includes(each));
  const query = ['get', resources.join(','), '--all-namespaces', `--selector=${selector}`, '-o', format];
  const { ok, stdout, stderr } = await kubectl(query);
  if (!ok) return { objects: [], reason: stderr };
  const identities = new Set(objects.map(identityOf));
  const namespaces = new Set(objects.map(({ metadata }) => metadata.namespace));
  const left = found(stdout).filter((each) => !identities.has(identityOf(each)));
  return { objects: left.filter(({ metadata }) => namespaces.has(metadata.namespace)).map(nameOf) };
}

/** Names only: nobody needs the data of Secrets here. */
const format =
  'jsonpath={range .items[*]}{.apiVersion}{"\\t"}{.kind}{"\\t"}{.metadata.namespace}{"\\t"}{.metadata.name}{"\\n"}{end}';

function found(stdout: string): readonly PlainObject[] {
  const rows = stdout.split('\n').filter((line) => line !== '');
  return rows.map((row) => {
    const [apiVersion = '', kind = '', namespace = '', name = ''] = row.split('\t');
    return { apiVersion, kind, metadata: { name, ...(namespace !== '' && { namespace }) } };
  });
}

/** `undefined` if the objects have no such labels. */
function selectorOf(objects: readonly PlainObject[]): string | undefined {
  const labelled = objects.flatMap(({ metadata: { labels = {} } }) => {
    const [manager, name] = [labels[managedBy], labels[instance]];
    return manager === undefined || name === undefined ? [] : [{ manager, name }];
  });
  if (labelled.length === 0) return undefined;
  const values = (all: readonly string[]): string => [...new Set(all)].sort().join(',');
  const managers = values(labelled.map(({ manager }) => manager));
  return `${managedBy} in (${managers}),${instance} in (${values(labelled.map(({ name }) => name))})`;
}

/** What is always searched, and the kinds that the objects define. */
function resourcesOf(objects: readonly PlainObject[]): readonly string[] {
  const definitions = objects.filter((each) => groupOf(each) === 'apiextensions.k8s.io');
  return [
    ...searched,
    ...definitions.map((each) => `${textAt(each, 'spec.names.plural') ?? ''}.${textAt(each, 'spec.group') ?? ''}`),
  ];
}
