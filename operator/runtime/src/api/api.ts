import type {
  ExternalDocs,
  Kind,
  KubeObject,
  NamespacedObject,
  ObjectMeta,
  TypeOf,
  ValidationRule,
} from '../base/index.ts';
import type { Column } from './column.ts';
import type { CustomResourceDefinition } from './custom-resource-definition.ts';
import type { Schema, Stored, Written } from './schema.ts';

/**
 * Paths of the scale subresource, for `kubectl scale` and autoscalers.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#scale-subresource
 */
export interface Scale {
  /**
   * Path of the desired number, such as `.spec.replicas`. The API server itself requires an integer from 0 to
   * 2147483647, so the CRD omits `minimum: 0`, `maximum: 2147483647` and `format: 'int32'` of this field: otherwise a
   * rejection names each bound twice. Narrower bounds stay.
   */
  readonly spec: string;
  /** Path of the observed number, such as `.status.replicas`. */
  readonly status: string;
  /**
   * Path of the Pods' label selector as text, such as `.status.selector`.
   * @default - none; a HorizontalPodAutoscaler needs one
   */
  readonly selector?: string;
}

/** One version of an API: its schemas, rules, columns and subresources. */
export interface VersionDeclaration<TSpec extends Schema = Schema, TStatus extends Schema = Schema> {
  /** Name of the version, for example `v1alpha1`. */
  readonly version: string;
  /** The desired state, as users write it. */
  readonly spec: TSpec;
  /**
   * The observed state. Every field is optional, because controllers write the status field by field. The runtime adds
   * `observedGeneration` and `conditions`. @default - only these two fields
   */
  readonly status?: TStatus;
  /**
   * CEL rules on the whole object, checked on every write. Of its metadata they can read only `metadata.name` and
   * `metadata.generateName`. @default - none
   */
  readonly rules?: readonly ValidationRule[];
  /** CEL rules that apply only on creation, for example to names. @default - none */
  readonly creationRules?: readonly ValidationRule[];
  readonly scale?: Scale;
  /**
   * Columns of `kubectl get` after NAME. AGE comes last, unless a column has that name or shows
   * `.metadata.creationTimestamp`. @default - NAME and AGE
   */
  readonly columns?: readonly Column[];
  /**
   * JSON paths that field selectors may use, such as `.spec.size`: strings, integers and booleans; at most eight.
   * @default - none
   */
  readonly selectableFields?: readonly string[];
  /**
   * A deprecation warning that the API server sends with every response: this text, or the default text.
   * @default - not deprecated
   */
  readonly deprecated?: true | string;
}

/**
 * A version in addition to the stored one. The API server returns a stored object in every served version: it changes
 * only `apiVersion`, and drops fields that the schema of this version lacks. A shared field must mean the same in both,
 * and the stored version needs every field of the others. A served version needs each field of the stored one: a client
 * that reads an object without a field and writes it back erases that field.
 */
export interface OtherVersion extends VersionDeclaration {
  /** Whether the API server serves it. @default true */
  readonly served?: boolean;
  /**
   * Fields of the stored version that this one lacks. Every write in this version (`kubectl apply` or `replace`, a
   * patch, a scale or a status update) erases them without an error. Paths such as `spec.hours` or `spec.ports[].name`;
   * a path covers everything below it. To erase nothing, declare these fields here as optional.
   * @default - none; a version that would erase a field is rejected
   */
  readonly prunedFields?: readonly string[];
}

/** Whether the objects of a kind are in namespaces. */
export type ApiScope = 'Namespaced' | 'Cluster';

/** The declaration of an API. `version` is the version that the API server stores and that controllers use. */
export interface ApiDeclaration<
  TSpec extends Schema,
  TStatus extends Schema,
  TScope extends ApiScope = ApiScope,
> extends VersionDeclaration<TSpec, TStatus> {
  /** API group, a DNS name such as `my.domain`. */
  readonly group: string;
  /** Singular name in CamelCase, such as `WebServer`. */
  readonly kind: string;
  /** Plural name in lower case, as in URLs. @default - the kind in lower case with an English plural */
  readonly plural?: string;
  /** Singular name in lower case, another name for `kubectl get`. @default - the kind in lower case */
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  /** Categories that include the kind: `kubectl get <category>` lists it. @default - none */
  readonly categories?: readonly string[];
  /** Whether objects are in namespaces. @default 'Namespaced' */
  readonly scope?: TScope;
  /** Description of the kind in `kubectl explain`. @default - none */
  readonly description?: string;
  /** Link to further documentation. @default - none */
  readonly externalDocs?: ExternalDocs;
  /** Labels of the CustomResourceDefinition. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of the CustomResourceDefinition. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Versions in addition to `version`, older and newer ones. @default - none */
  readonly otherVersions?: readonly OtherVersion[];
}

/** An object of an API as the API server returns it. */
export interface CustomResource<TSpec, TStatus, TScope extends ApiScope = ApiScope> extends KubeObject {
  readonly metadata: StoredMeta<TScope>;
  readonly spec: TSpec;
  readonly status?: Partial<TStatus> & { readonly observedGeneration?: number };
}

/** Metadata of a stored custom resource: `generation` is always set, and so is `namespace` for a namespaced kind. */
export type StoredMeta<TScope extends ApiScope> = (TScope extends 'Namespaced'
  ? NamespacedObject['metadata']
  : ObjectMeta) & { readonly generation: number };

/** An API: a kind with its schema. */
export interface Api<
  TSpec = unknown,
  TStatus = unknown,
  TWritten = unknown,
  TScope extends ApiScope = ApiScope,
> extends Kind<CustomResource<TSpec, TStatus, TScope>> {
  readonly shortNames: readonly string[];
  /** The CRD of this API. */
  readonly crd: CustomResourceDefinition;
  readonly written?: TWritten;
}

/** Whether `defineApi` declared the kind, so that the operator installs its CRD and owns its status. */
export function isApi(kind: Kind): kind is Api {
  return 'crd' in kind;
}

/** The API type of a declaration. */
export type ApiOf<TSpec extends Schema, TStatus extends Schema, TScope extends ApiScope = ApiScope> = Api<
  Stored<TSpec>,
  Stored<TStatus>,
  Written<TSpec>,
  TScope
>;

/** The type of an API's objects as the API server stores them, with defaults. */
export type ResourceOf<A extends Kind> = TypeOf<A>;

/** The type of an API's objects as users write them. */
export interface InputOf<A extends Api> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Pick<ObjectMeta, 'name' | 'namespace' | 'labels' | 'annotations'>;
  readonly spec: A extends Api<infer _TSpec, infer _TStatus, infer TWritten> ? TWritten : never;
}
