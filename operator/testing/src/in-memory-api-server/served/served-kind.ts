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
  /** The key of the kind's objects in the store, the same for all of its versions. */
  readonly id: string;
  readonly apiVersion: string;
  /** How the fields of its objects merge. */
  readonly type: FieldType;
  /** The schema of the CRD; absent for built-in kinds, whose objects are not validated. */
  readonly schema?: CrdSchema;
  /** Paths of the scale subresource; the server checks the numbers there. */
  readonly scale?: { readonly spec: string; readonly status: string };
  /** JSON paths that field selectors may use in addition to name and namespace. */
  readonly selectable: readonly string[];
  /** The versions of a kind that has several. @default - the kind has one version */
  readonly versions?: Versions;
}

/** How objects of a kind with several versions are stored and converted. */
export interface Versions {
  /** The name of the version in which objects are stored. */
  readonly storage: string;
  readonly toVersion: (object: StoredObject, version: string) => StoredObject;
}

/**
 * Reads the features of an API from its CRD, and those of a built-in kind from a table. Throws: for a CEL rule that the
 * CEL library does not support.
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
  // CRDs of other projects may omit fields that `defineApi` always sets.
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

/** Whether the kind has a schema, so that the server can validate its objects. */
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
