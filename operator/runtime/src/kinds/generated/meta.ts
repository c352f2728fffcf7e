// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { OwnerReference } from '../../base/index.ts';

/** IntOrString is a type that can hold an int32 or a string. */
export type IntOrString = number | string;

/** A label selector is a label query over a set of resources. */
export interface LabelSelector {
  /** matchExpressions is a list of label selector requirements. */
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
  /** matchLabels is a map of {key,value} pairs. */
  readonly matchLabels?: Readonly<Record<string, string>>;
}

/**
 * A label selector requirement is a selector that contains values, a key, and an operator that relates the key and
 * values.
 */
export interface LabelSelectorRequirement {
  /** key is the label key that the selector applies to. */
  readonly key: string;
  /** operator represents a key's relationship to a set of values. */
  readonly operator: string;
  /** values is an array of string values. */
  readonly values?: readonly string[];
}

/** Metadata of an object inside another, such as the Pod template of a Deployment. */
export interface TemplateMeta {
  /**
   * Annotations is an unstructured key value map stored with a resource that may be set by external tools to store and
   * retrieve arbitrary metadata.
   */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Must be empty before the object is deleted from the registry. */
  readonly finalizers?: readonly string[];
  /**
   * GenerateName is an optional prefix, used by the server, to generate a unique name ONLY IF the Name field has not
   * been provided.
   */
  readonly generateName?: string;
  /** Map of string keys and values that can be used to organize and categorize (scope and select) objects. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Name must be unique within a namespace. */
  readonly name?: string;
  /** Namespace defines the space within which each name must be unique. */
  readonly namespace?: string;
  /** List of objects depended by this object. */
  readonly ownerReferences?: readonly OwnerReference[];
}

/** Quantity is a fixed-point representation of a number. */
export type Quantity = string | number;
