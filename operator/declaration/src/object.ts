import { isRecord, getMember } from './json.ts';

/** A Kubernetes object as JSON, from cdk8s or an API server. */
export interface PlainObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** Returns the API group of an object; the core group is the empty string. */
export function getGroup({ apiVersion }: Pick<PlainObject, 'apiVersion'>): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

/** Formats an object's unique identity in a cluster; the same in every version of the kind. */
export function formatIdentity(object: PlainObject): string {
  const { name, namespace = '' } = object.metadata;
  return [getGroup(object), object.kind, namespace, name].join('/');
}

/** Formats an object for users: `Deployment shop/home`, or `Namespace shop`. */
export function formatTitle({ kind, metadata }: PlainObject): string {
  return `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
}

/** Returns the value at a path such as `spec.template.spec`; `undefined` if a step is absent. */
export function getAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((each, key) => getMember(toRecord(each), key), value);
}

/** Returns the list at a path; empty if absent. */
export function getListAt(value: unknown, path: string): readonly unknown[] {
  const found = getAt(value, path);
  return Array.isArray(found) ? found : [];
}

/** Returns the strings of the list at a path. */
export function getStringsAt(value: unknown, path: string): readonly string[] {
  return getListAt(value, path).filter((each) => typeof each === 'string');
}

/** Returns the string at a path. */
export function getStringAt(value: unknown, path: string): string | undefined {
  const found = getAt(value, path);
  return typeof found === 'string' ? found : undefined;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
