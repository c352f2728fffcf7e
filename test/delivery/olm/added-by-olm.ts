import type { OlmBundle } from '@kubewright/infra/olm';

/**
 * Kinds, and patterns of names, of objects that OLM adds for itself, for users of the kinds, and for the certificate.
 */
export const addedObjects: readonly { readonly kinds: readonly string[]; readonly name: RegExp }[] = [
  { kinds: ['ClusterRole'], name: /-(admin|edit|view|crdview|crd-view)$/ },
  { kinds: ['ClusterRole'], name: /^olm\.og\..+\.(admin|edit|view)-[0-9A-Za-z]+$/ },
  // Roles to write the OperatorCondition of the bundle, and to read the mounted certificate.
  { kinds: ['Role', 'RoleBinding'], name: /\.v\d+\.\d+\.\d+$|-service-cert$/ },
  { kinds: ['ClusterRoleBinding', 'RoleBinding'], name: /-service-system:auth-delegator$|-service-auth-reader$/ },
];

type Fields = Record<string, unknown>;

interface Pod {
  readonly containers: readonly Fields[];
  readonly volumes?: readonly Fields[];
}

const certificates = new Set(['apiservice-cert', 'webhook-cert']);

/** Removes the labels that OLM adds. */
export function removeOlmLabels(labels: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(labels).filter(([key]) => !key.startsWith('olm.') && !key.startsWith('operators.coreos.com/')),
  );
}

/** Removes the fields that OLM adds to a Deployment. */
export function removeOlmDeploymentFields(spec: unknown, { clusterServiceVersion }: OlmBundle): unknown {
  const {
    revisionHistoryLimit: _,
    template,
    ...others
  } = spec as Fields & {
    readonly template: { readonly metadata: { readonly annotations?: Fields }; readonly spec: Pod };
  };
  const added = ([key]: readonly [string, unknown]): boolean =>
    /^olm\.|^olmcahash$|^operatorframework\.io\/properties$/.test(key) ||
    key in clusterServiceVersion.metadata.annotations;
  const annotations = Object.entries(template.metadata.annotations ?? {}).filter((each) => !added(each));
  const metadata = { ...template.metadata, annotations: Object.fromEntries(annotations) };
  return { ...others, template: { ...template, metadata, spec: removeOlmPodFields(template.spec) } };
}

function removeOlmPodFields({ containers, volumes = [], ...others }: Pod): object {
  const isOwn = ({ name }: Fields): boolean => !certificates.has(String(name)) && name !== 'OPERATOR_CONDITION_NAME';
  const own = (list: unknown): readonly Fields[] => ((list ?? []) as readonly Fields[]).filter(isOwn);
  return {
    ...others,
    volumes: own(volumes),
    containers: containers.map((each) => ({ ...each, env: own(each['env']), volumeMounts: own(each['volumeMounts']) })),
  };
}
