import path from 'node:path';

import {
  type DeclaredApi,
  type DeclaredController,
  type DeclaredCrd,
  isRecord,
  type OperatorDeclaration,
} from '@kubewright/declaration';

import { readText, readYamlFile } from '../yaml/read-file.ts';
import declaration from './kubewright.json';
import { parseDeclaration } from './parse.ts';

/** The declaration of this version's own operators: the default of every construct. */
export function getKubewrightDeclaration(): OperatorDeclaration {
  return declaration as unknown as OperatorDeclaration;
}

/**
 * Reads the declaration of an operator from its JSON file, with the CRDs and the dashboard whose files it names. The
 * result does not refer to files, so a bundled program can contain it.
 *
 * Throws with the file and the reason if a file is missing or unreadable, if the JSON is not a declaration, or if a
 * file does not contain the CRD of the declared kind. Also throws if YAML 1.1 and YAML 1.2 parsers read a file
 * differently.
 */
export function loadDeclaration(file: string): OperatorDeclaration {
  const json = readJson(file, 'the declaration.json that writeProject of @kubewright/generate writes');
  const parsed = parseDeclaration(json, file);
  const directory = path.dirname(file);
  const { apis, dashboard } = parsed;
  return {
    ...parsed,
    apis: apis.map((api) => ({ ...api, crd: loadCrd(api, directory) })),
    ...(dashboard !== undefined && { dashboard: loadDashboard(dashboard, directory) }),
  };
}

function loadCrd(api: DeclaredApi, directory: string): DeclaredCrd {
  if (typeof api.crd !== 'string') return api.crd;
  const file = path.resolve(directory, api.crd);
  const name = `${api.plural}.${api.group}`;
  const what = `a YAML file with the CustomResourceDefinition ${name} of kind ${api.kind}`;
  const found = readYamlFile(file, what).find((document) => isCrdOf(document, api));
  if (found === undefined) throw new Error(`failed to read ${file}: it must be ${what}, but lacks this CRD`);
  return found as DeclaredCrd;
}

function loadDashboard(dashboard: string | object, directory: string): object {
  if (typeof dashboard !== 'string') return dashboard;
  return readJson(path.resolve(directory, dashboard), "a dashboard in Grafana's JSON model") as object;
}

/** Whether the document is the CRD of a declared kind. */
export function isCrdOf(document: unknown, { plural, group, kind }: DeclaredApi): boolean {
  const { kind: type, metadata, spec } = toRecord(document);
  const names = toRecord(toRecord(spec)['names']);
  return (
    type === 'CustomResourceDefinition' && toRecord(metadata)['name'] === `${plural}.${group}` && names['kind'] === kind
  );
}

function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Reads a JSON file. Errors contain the path, the reason, and `what`, which describes the expected content. */
function readJson(file: string, what: string): unknown {
  const text = readText(file, what);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { message } = cause as SyntaxError;
    throw new Error(`failed to read ${file}: it must be ${what}, but is not JSON: ${message}`, { cause });
  }
}

/** Cluster-scoped built-in resources, for declarations that do not name them. */
const ofKubernetes = [
  ...['namespaces', 'nodes', 'persistentvolumes'],
  ...['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'].map(
    (each) => `${each}.admissionregistration.k8s.io`,
  ),
  ...['mutatingadmissionpolicies', 'validatingadmissionpolicies'].map((each) => `${each}.admissionregistration.k8s.io`),
  ...['customresourcedefinitions.apiextensions.k8s.io', 'apiservices.apiregistration.k8s.io'],
  ...['certificatesigningrequests.certificates.k8s.io', 'priorityclasses.scheduling.k8s.io'],
  ...['clusterroles', 'clusterrolebindings'].map((each) => `${each}.rbac.authorization.k8s.io`),
  ...['ingressclasses.networking.k8s.io', 'runtimeclasses.node.k8s.io'],
  ...['csidrivers', 'csinodes', 'storageclasses', 'volumeattachments'].map((each) => `${each}.storage.k8s.io`),
];

/** Pure: the cluster-scoped resources among those that an operator may have permissions for. */
export function listClusterScopedResources({ apis, clusterScoped = [] }: OperatorDeclaration): ReadonlySet<string> {
  const own = apis.filter(({ scope }) => scope === 'Cluster').map(({ group, plural }) => `${plural}.${group}`);
  return new Set([...ofKubernetes, ...own, ...clusterScoped]);
}

/** The controllers that set a finalizer. @param running names of the running controllers; all by default */
export function listFinalizingControllers(
  { controllers }: OperatorDeclaration,
  running?: readonly string[],
): readonly DeclaredController[] {
  return controllers.filter(({ name, finalizer }) => finalizer !== undefined && (running?.includes(name) ?? true));
}

/**
 * The operator's own kinds whose objects get a finalizer of the operator. @param running as in
 * `listFinalizingControllers`
 */
export function listFinalizedApis(declaration: OperatorDeclaration, running?: readonly string[]): DeclaredApi[] {
  return listReconciledApis({ ...declaration, controllers: listFinalizingControllers(declaration, running) });
}

/** Pure: the operator's own kinds that its controllers reconcile. */
export function listReconciledApis({ apis, controllers }: OperatorDeclaration): DeclaredApi[] {
  return apis.filter((api) => controllers.some(({ for: { group, kind } }) => group === api.group && kind === api.kind));
}
