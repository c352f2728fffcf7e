import type { ExternalDocs, Kind, KubeObject, ObjectMeta, TypeOf, ValidationRule } from '../base/index.ts';
import type { Column } from './column.ts';
import type { CustomResourceDefinition } from './custom-resource-definition.ts';
import type { Schema, Stored, Written } from './schema.ts';

/**
 * Paths of the scale subresource: what `kubectl scale` and autoscalers use.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#scale-subresource
 */
export interface Scale {
  /**
   * Path of the desired number, such as `.spec.replicas`. The API server itself requires a whole number from 0 to
   * 2147483647 there, so the CRD leaves out `minimum: 0`, `maximum: 2147483647` and `format: 'int32'` of this field:
   * otherwise a refusal would name each bound twice. Narrower bounds stay.
   */
  readonly spec: string;
  /** Path of the observed number, such as `.status.replicas`. */
  readonly status: string;
  /**
   * The label selector of the Pods as text, such as `.status.selector`.
   * @default - none; a HorizontalPodAutoscaler needs one
   */
  readonly selector?: string;
}

/** One version of an API: what its objects look like, and what the API server does with them. */
export interface VersionDeclaration<TSpec extends Schema = Schema, TStatus extends Schema = Schema> {
  /** For example `v1alpha1`. */
  readonly version: string;
  /** The desired state, as users write it. */
  readonly spec: TSpec;
  /**
   * The observed state. Every field may be missing, as controllers write the status field by field.
   * `observedGeneration` and `conditions` are added, because the runtime reports there. @default - these two
   */
  readonly status?: TStatus;
  /** Rules on the whole object, checked on every write; only `metadata.name` and `metadata.generateName` are visible of metadata. */
  readonly rules?: readonly ValidationRule[];
  /** Rules that are checked on creation only, for example on names. */
  readonly creationRules?: readonly ValidationRule[];
  readonly scale?: Scale;
  /** Columns after NAME. AGE comes last, unless one of them has that name or shows `.metadata.creationTimestamp`. */
  readonly columns?: readonly Column[];
  /** JSON paths that field selectors may use, such as `.spec.size`: strings, integers and booleans; at most eight. */
  readonly selectableFields?: readonly string[];
  /**
   * A warning that the API server sends with every request for this version: this text, or that the version is
   * deprecated.
   * @default - not deprecated
   */
  readonly deprecated?: true | string;
}

/**
 * A version beside the stored one. The API server returns objects in every served version as they are stored, with
 * another `apiVersion` and nothing else: a field that two versions share has to mean the same in both, and the stored
 * version needs every field of the others. A served version needs each field of the stored one: a client that reads an
 * object without a field, and writes the object back, erases that field.
 */
export interface OtherVersion extends VersionDeclaration {
  /** Whether the API server serves it. @default true */
  readonly served?: boolean;
  /**
   * Fields of the stored version that this one lacks. Every write in this version (a `kubectl apply` or `replace`, a
   * patch, a scale or a status update) erases them without an error. Paths such as `spec.hours` or `spec.ports[].name`;
   * a path covers everything below it. To erase nothing, declare these fields here as optional ones.
   * @default - nothing; a version that would erase anything is refused
   */
  readonly prunedFields?: readonly string[];
}

/** The declaration of an API. `version` is the stored one, and the one that controllers of the API work with. */
export interface ApiDeclaration<TSpec extends Schema, TStatus extends Schema> extends VersionDeclaration<
  TSpec,
  TStatus
> {
  /** API group, a DNS name such as `my.domain`. */
  readonly group: string;
  /** Singular, CamelCase. */
  readonly kind: string;
  /** Lower case. @default - the kind in lower case with an English plural */
  readonly plural?: string;
  /** Lower case; the other name that `kubectl get` takes. @default - the kind in lower case */
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  /** Groups for `kubectl get <category>`. */
  readonly categories?: readonly string[];
  /** @default 'Namespaced' */
  readonly scope?: 'Namespaced' | 'Cluster';
  /** What `kubectl explain` says of the kind. */
  readonly description?: string;
  /** Where further documentation of the kind is. */
  readonly externalDocs?: ExternalDocs;
  /** Labels of the CustomResourceDefinition. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of the CustomResourceDefinition. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Versions beside `version`, older and newer ones. @default - none */
  readonly otherVersions?: readonly OtherVersion[];
}

/** An object of an API as the API server returns it. */
export interface CustomResource<TSpec, TStatus> extends KubeObject {
  readonly metadata: ObjectMeta;
  readonly spec: TSpec;
  readonly status?: Partial<TStatus> & { readonly observedGeneration?: number };
}

/** An API: a kind that owns its schema. */
export interface Api<TSpec = unknown, TStatus = unknown, TWritten = unknown> extends Kind<
  CustomResource<TSpec, TStatus>
> {
  readonly shortNames: readonly string[];
  /** The definition that makes the API server serve this API. */
  readonly crd: CustomResourceDefinition;
  readonly written?: TWritten;
}

/** The API that a declaration gives. */
export type ApiOf<TSpec extends Schema, TStatus extends Schema> = Api<Stored<TSpec>, Stored<TStatus>, Written<TSpec>>;

/** An object of an API as it is stored: defaults filled in. */
export type ResourceOf<A extends Kind> = TypeOf<A>;

/** An object of an API as a person writes it. */
export interface InputOf<A extends Api> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Pick<ObjectMeta, 'name' | 'namespace' | 'labels' | 'annotations'>;
  readonly spec: A extends Api<infer _TSpec, infer _TStatus, infer TWritten> ? TWritten : never;
}
