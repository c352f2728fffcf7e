import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { type Api, type CustomResourceDefinition, isApi } from '@kubewright/runtime/internal/api';
import {
  formatApiVersion,
  type CrdSchema,
  getMessage,
  type Kind,
  formatKind,
  OperatorError,
} from '@kubewright/runtime/internal/base';
import type { StoredObject } from '../objects.ts';
import { getBuiltinType } from '../fields/builtin-types.ts';
import type { FieldType } from '../fields/field-type.ts';
import { toFieldType } from '../fields/schema-type.ts';
import { checkRules } from '../schema/rules/compile-rules.ts';
import { getBuiltinFeatures, customFeatures, type Features, listSelectableFields } from './builtin-features.ts';

export interface ServedKind extends Features {
  readonly kind: Kind;
  /** The key of its objects in the store: the same for every version of the kind. */
  readonly id: string;
  readonly apiVersion: string;
  /** How its fields merge. */
  readonly type: FieldType;
  /** The schema of a CRD; built-in kinds are not validated. */
  readonly schema?: CrdSchema;
  /** Paths of its scale subresource: the server checks the numbers at them. */
  readonly scale?: { readonly spec: string; readonly status: string };
  /** JSON paths that field selectors may use in addition to name and namespace. */
  readonly selectable: readonly string[];
  /** For a kind with several versions. @default - it has one */
  readonly versions?: Versions;
}

/** How objects of a kind with several versions are stored. */
export interface Versions {
  /** The name of the stored version. */
  readonly storage: string;
  readonly toVersion: (object: StoredObject, version: string) => StoredObject;
}

/**
 * Reads an API's features from its CRD, those of a built-in kind from a table.
 *
 * Throws: for a CEL rule that cannot be evaluated here.
 *
 * @param ignoredRules the texts of rules that are not evaluated
 */
export function createServedKind(kind: Kind | Api, ignoredRules: ReadonlySet<string> = new Set()): ServedKind {
  const place = { kind, id: `${kind.plural}.${kind.group}`, apiVersion: formatApiVersion(kind) };
  const version = tryGetCrd(kind)?.spec.versions.find(({ name }) => name === kind.version);
  if (version === undefined) {
    const name = formatKind(kind);
    return {
      ...place,
      ...getBuiltinFeatures(name),
      type: getBuiltinType(kind),
      selectable: listSelectableFields(name),
    };
  }
  const schema = checkRules(kind.kind, version.schema.openAPIV3Schema, ignoredRules);
  // CRDs of other projects may omit fields that ours have.
  const { status, scale } = Object.hasOwn(version, 'subresources') ? version.subresources : {};
  return {
    ...place,
    ...customFeatures,
    hasStatus: status !== undefined,
    type: toFieldType(schema),
    schema,
    ...(scale && { scale: { spec: scale.specReplicasPath, status: scale.statusReplicasPath } }),
    selectable: (version.selectableFields ?? []).map(({ jsonPath }) => jsonPath.slice(1)),
  };
}

/** Whether the server can validate the objects of a kind. */
export function hasSchema(kind: Kind): boolean {
  return isApi(kind) || kind.crdFile !== undefined;
}

function tryGetCrd(kind: Kind): CustomResourceDefinition | undefined {
  if (isApi(kind)) return kind.crd;
  return kind.crdFile && readCrd(kind, kind.crdFile);
}

function readCrd(kind: Kind, file: URL): CustomResourceDefinition {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CustomResourceDefinition;
  } catch (cause) {
    const hint = `${getMessage(cause)}: restore it, or import the kind again`;
    throw new OperatorError('TEST_FAILED', `read the CRD of ${formatKind(kind)} in ${fileURLToPath(file)}`, {
      ...{ hint, cause },
    });
  }
}
