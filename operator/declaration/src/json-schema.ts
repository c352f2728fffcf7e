/** A CEL rule of a CRD. https://kubernetes.io/docs/reference/using-api/cel/ */
export interface ValidationRule {
  /** A CEL expression that must be true of `self`. A rule that uses `oldSelf` is checked on updates only. */
  readonly rule: string;
  /** The message for users who violate the rule: one line with an instruction. */
  readonly message?: string;
  /** A CEL expression for the message, so that it can contain values. If it fails, `message` is used. */
  readonly messageExpression?: string;
  /** The reason in the Status of the rejection. @default 'FieldValueInvalid' */
  readonly reason?: 'FieldValueInvalid' | 'FieldValueForbidden' | 'FieldValueRequired' | 'FieldValueDuplicate';
  /**
   * The field that the error names, relative to the field with the rule: `.image`. It must exist.
   *
   * @default - the field with the rule; for rules of the whole object, the field that the rule reads
   */
  readonly fieldPath?: string;
  /** Makes `oldSelf` optional, so that the rule also runs without an old value. @default false */
  readonly optionalOldSelf?: boolean;
}

/** A link to further documentation. */
export interface ExternalDocs {
  /** An absolute URL. */
  readonly url: string;
  readonly description?: string;
}

/** The subset of JSON Schema that a structural CRD schema allows. KEP-1693. */
export interface JsonSchema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  readonly title?: string;
  readonly description?: string;
  readonly externalDocs?: ExternalDocs;
  readonly example?: unknown;
  readonly format?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
}

type Parts = 'items' | 'properties' | 'additionalProperties' | 'anyOf';

/** The structural schema of any CRD; ours use a subset. KEP-1693. */
export interface CrdSchema extends Omit<JsonSchema, Parts> {
  readonly items?: CrdSchema;
  readonly properties?: Readonly<Record<string, CrdSchema>>;
  readonly additionalProperties?: CrdSchema | boolean;
  readonly allOf?: readonly CrdSchema[];
  readonly anyOf?: readonly CrdSchema[];
  readonly oneOf?: readonly CrdSchema[];
  readonly not?: CrdSchema;
}
