// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Kind, KubeObject } from '../../base/index.ts';

/** CustomResourceDefinition represents a resource that should be exposed on the API server. */
export interface CustomResourceDefinition extends KubeObject {
  /** spec describes how the user wants the resources to appear */
  readonly spec: CustomResourceDefinitionSpec;
  /** status indicates the actual state of the CustomResourceDefinition */
  readonly status?: CustomResourceDefinitionStatus;
}

export const CustomResourceDefinition: Kind<CustomResourceDefinition> = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
};

/** CustomResourceColumnDefinition specifies a column for server side printing. */
export interface CustomResourceColumnDefinition {
  /** description is a human readable description of this column. */
  readonly description?: string;
  /** format is an optional OpenAPI type definition for this column. */
  readonly format?: string;
  /**
   * jsonPath is a simple JSON path (i.e. with array notation) which is evaluated against each custom resource to
   * produce the value for this column.
   */
  readonly jsonPath: string;
  /** name is a human readable name for the column. */
  readonly name: string;
  /** priority is an integer defining the relative importance of this column compared to others. */
  readonly priority?: number;
  /** type is an OpenAPI type definition for this column. */
  readonly type: string;
}

/** CustomResourceConversion describes how to convert different versions of a CR. */
export interface CustomResourceConversion {
  /** strategy specifies how custom resources are converted between versions. */
  readonly strategy: string;
  /** webhook describes how to call the conversion webhook. */
  readonly webhook?: WebhookConversion;
}

/** CustomResourceDefinitionCondition contains details for the current condition of this pod. */
export interface CustomResourceDefinitionCondition {
  /** lastTransitionTime last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** message is a human-readable message indicating details about last transition. */
  readonly message?: string;
  /** observedGeneration represents the .metadata.generation that the condition was set based upon. */
  readonly observedGeneration?: number;
  /** reason is a unique, one-word, CamelCase reason for the condition's last transition. */
  readonly reason?: string;
  /** status is the status of the condition. */
  readonly status: string;
  /** type is the type of the condition. */
  readonly type: string;
}

/** CustomResourceDefinitionNames indicates the names to serve this CustomResourceDefinition */
export interface CustomResourceDefinitionNames {
  /** categories is a list of grouped resources this custom resource belongs to (e.g. 'all'). */
  readonly categories?: readonly string[];
  /** kind is the serialized kind of the resource. */
  readonly kind: string;
  /** listKind is the serialized kind of the list for this resource. */
  readonly listKind?: string;
  /** plural is the plural name of the resource to serve. */
  readonly plural: string;
  /**
   * shortNames are short names for the resource, exposed in API discovery documents, and used by clients to support
   * invocations like `kubectl get <shortname>`.
   */
  readonly shortNames?: readonly string[];
  /** singular is the singular name of the resource. */
  readonly singular?: string;
}

/** CustomResourceDefinitionSpec describes how a user wants their resource to appear */
export interface CustomResourceDefinitionSpec {
  /** conversion defines conversion settings for the CRD. */
  readonly conversion?: CustomResourceConversion;
  /** group is the API group of the defined custom resource. */
  readonly group: string;
  /** names specify the resource and kind names for the custom resource. */
  readonly names: CustomResourceDefinitionNames;
  /**
   * preserveUnknownFields indicates that object fields which are not specified in the OpenAPI schema should be
   * preserved when persisting to storage. apiVersion, kind, metadata and known fields inside metadata are always
   * preserved.
   */
  readonly preserveUnknownFields?: boolean;
  /** scope indicates whether the defined custom resource is cluster- or namespace-scoped. */
  readonly scope: string;
  /** versions is the list of all API versions of the defined custom resource. */
  readonly versions: readonly CustomResourceDefinitionVersion[];
}

/** CustomResourceDefinitionStatus indicates the state of the CustomResourceDefinition */
export interface CustomResourceDefinitionStatus {
  /** acceptedNames are the names that are actually being used to serve discovery. */
  readonly acceptedNames?: CustomResourceDefinitionNames;
  /** conditions indicate state for particular aspects of a CustomResourceDefinition */
  readonly conditions?: readonly CustomResourceDefinitionCondition[] | null;
  /** The generation observed by the CRD controller. */
  readonly observedGeneration?: number;
  /** storedVersions lists all versions of CustomResources that were ever persisted. */
  readonly storedVersions?: readonly string[] | null;
}

/** CustomResourceDefinitionVersion describes a version for CRD. */
export interface CustomResourceDefinitionVersion {
  /** additionalPrinterColumns specifies additional columns returned in Table output. */
  readonly additionalPrinterColumns?: readonly CustomResourceColumnDefinition[];
  /** deprecated indicates this version of the custom resource API is deprecated. */
  readonly deprecated?: boolean;
  /** deprecationWarning overrides the default warning returned to API clients. */
  readonly deprecationWarning?: string;
  /**
   * name is the version name, e.g. “v1”, “v2beta1”, etc. The custom resources are served under this version at
   * `/apis/<group>/<version>/...` if `served` is true.
   */
  readonly name: string;
  /**
   * schema describes the schema used for validation, pruning, and defaulting of this version of the custom resource.
   */
  readonly schema?: CustomResourceValidation;
  /** selectableFields specifies paths to fields that may be used as field selectors. */
  readonly selectableFields?: readonly SelectableField[];
  /** served is a flag enabling/disabling this version from being served via REST APIs */
  readonly served: boolean;
  /** storage indicates this version should be used when persisting custom resources to storage. */
  readonly storage: boolean;
  /** subresources specify what subresources this version of the defined custom resource have. */
  readonly subresources?: CustomResourceSubresources;
}

/** CustomResourceSubresourceScale defines how to serve the scale subresource for CustomResources. */
export interface CustomResourceSubresourceScale {
  /**
   * labelSelectorPath defines the JSON path inside of a custom resource that corresponds to Scale `status.selector`.
   */
  readonly labelSelectorPath?: string;
  /** specReplicasPath defines the JSON path inside of a custom resource that corresponds to Scale `spec.replicas`. */
  readonly specReplicasPath: string;
  /**
   * statusReplicasPath defines the JSON path inside of a custom resource that corresponds to Scale `status.replicas`.
   */
  readonly statusReplicasPath: string;
}

/** CustomResourceSubresources defines the status and scale subresources for CustomResources. */
export interface CustomResourceSubresources {
  /**
   * scale indicates the custom resource should serve a `/scale` subresource that returns an `autoscaling/v1` Scale
   * object.
   */
  readonly scale?: CustomResourceSubresourceScale;
  /** status indicates the custom resource should serve a `/status` subresource. */
  readonly status?: Readonly<Record<string, unknown>>;
}

/** CustomResourceValidation is a list of validation methods for CustomResources. */
export interface CustomResourceValidation {
  /** openAPIV3Schema is the OpenAPI v3 schema to use for validation and pruning. */
  readonly openAPIV3Schema?: JSONSchemaProps;
}

/** ExternalDocumentation allows referencing an external resource for extended documentation. */
export interface ExternalDocumentation {
  readonly description?: string;
  readonly url?: string;
}

/** JSONSchemaProps is a JSON-Schema following Specification Draft 4 (http://json-schema.org/). */
export interface JSONSchemaProps {
  readonly $ref?: string;
  readonly $schema?: string;
  readonly additionalItems?: unknown;
  readonly additionalProperties?: unknown;
  readonly allOf?: readonly JSONSchemaProps[];
  readonly anyOf?: readonly JSONSchemaProps[];
  /** default is a default value for undefined object fields. */
  readonly default?: unknown;
  readonly definitions?: Readonly<Record<string, JSONSchemaProps>>;
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly exclusiveMaximum?: boolean;
  readonly exclusiveMinimum?: boolean;
  readonly externalDocs?: ExternalDocumentation;
  /** format is an OpenAPI v3 format string. */
  readonly format?: string;
  readonly id?: string;
  readonly items?: unknown;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly maxProperties?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minProperties?: number;
  readonly minimum?: number;
  readonly multipleOf?: number;
  readonly not?: JSONSchemaProps;
  readonly nullable?: boolean;
  readonly oneOf?: readonly JSONSchemaProps[];
  readonly pattern?: string;
  readonly patternProperties?: Readonly<Record<string, JSONSchemaProps>>;
  readonly properties?: Readonly<Record<string, JSONSchemaProps>>;
  readonly required?: readonly string[];
  readonly title?: string;
  readonly type?: string;
  readonly uniqueItems?: boolean;
  /**
   * x-kubernetes-embedded-resource defines that the value is an embedded Kubernetes runtime.Object, with TypeMeta and
   * ObjectMeta.
   */
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  /** x-kubernetes-int-or-string specifies that this value is either an integer or a string. */
  readonly 'x-kubernetes-int-or-string'?: boolean;
  /**
   * x-kubernetes-list-map-keys annotates an array with the x-kubernetes-list-type `map` by specifying the keys used as
   * the index of the map.
   */
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  /** x-kubernetes-list-type annotates an array to further describe its topology. */
  readonly 'x-kubernetes-list-type'?: string;
  /** x-kubernetes-map-type annotates an object to further describe its topology. */
  readonly 'x-kubernetes-map-type'?: string;
  /**
   * x-kubernetes-preserve-unknown-fields stops the API server decoding step from pruning fields which are not specified
   * in the validation schema.
   */
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  /** x-kubernetes-validations describes a list of validation rules written in the CEL expression language. */
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
}

/** SelectableField specifies the JSON path of a field that may be used with field selectors. */
export interface SelectableField {
  /**
   * jsonPath is a simple JSON path which is evaluated against each custom resource to produce a field selector value.
   */
  readonly jsonPath: string;
}

/** ServiceReference holds a reference to Service.legacy.k8s.io */
export interface ServiceReference {
  /** name is the name of the service. */
  readonly name: string;
  /** namespace is the namespace of the service. */
  readonly namespace: string;
  /** path is an optional URL path at which the webhook will be contacted. */
  readonly path?: string;
  /** port is an optional service port at which the webhook will be contacted. */
  readonly port?: number;
}

/** ValidationRule describes a validation rule written in the CEL expression language. */
export interface ValidationRule {
  /** fieldPath represents the field path returned when the validation fails. */
  readonly fieldPath?: string;
  /** Message represents the message displayed when validation fails. */
  readonly message?: string;
  /**
   * MessageExpression declares a CEL expression that evaluates to the validation failure message that is returned when
   * this rule fails.
   */
  readonly messageExpression?: string;
  /**
   * optionalOldSelf is used to opt a transition rule into evaluation even when the object is first created, or if the
   * old object is missing the value.
   */
  readonly optionalOldSelf?: boolean;
  /**
   * reason provides a machine-readable validation failure reason that is returned to the caller when a request fails
   * this validation rule.
   */
  readonly reason?: 'FieldValueDuplicate' | 'FieldValueForbidden' | 'FieldValueInvalid' | 'FieldValueRequired';
  /**
   * Rule represents the expression which will be evaluated by CEL. ref: https://github.com/google/cel-spec The Rule is
   * scoped to the location of the x-kubernetes-validations extension in the schema.
   */
  readonly rule: string;
}

/** WebhookClientConfig contains the information to make a TLS connection with the webhook. */
export interface WebhookClientConfig {
  /** caBundle is a PEM encoded CA bundle which will be used to validate the webhook's server certificate. */
  readonly caBundle?: string;
  /** service is a reference to the service for this webhook. */
  readonly service?: ServiceReference;
  /** url gives the location of the webhook, in standard URL form (`scheme://host:port/path`). */
  readonly url?: string;
}

/** WebhookConversion describes how to call a conversion webhook */
export interface WebhookConversion {
  /** clientConfig is the instructions for how to call the webhook if strategy is `Webhook`. */
  readonly clientConfig?: WebhookClientConfig;
  /** conversionReviewVersions is an ordered list of preferred `ConversionReview` versions the Webhook expects. */
  readonly conversionReviewVersions: readonly string[];
}
