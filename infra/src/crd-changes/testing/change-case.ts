import type { CrdSchema } from '@kubewright/declaration';

import type { CrdNames, CrdVersion } from '../crd.ts';
import type { ChangeRule } from '../rules.ts';

/**
 * What worked before a change, and does not any more:
 *
 * - `definition`: the API server accepts the new definition
 * - `return`: it accepts the released definition after the new one
 * - `read`: a stored object is read as before, as far as the released schema knows its fields
 * - `update`: a label is set on a stored object, which leaves everything else as it is
 * - `edit`: another field of its spec is changed, and everything else stays as it is
 * - `create`: the manifest of that object creates an equal object
 * - `request`: the client's request of the row is answered as before
 */
export type Guarantee = 'definition' | 'return' | 'read' | 'update' | 'edit' | 'create' | 'request';

/** A change of a definition, an object that the released definition accepts, and what the change breaks. */
export interface ChangeCase {
  readonly name: string;
  /** By which it is judged; a change that is no difference for the comparison has none. */
  readonly rule: ChangeRule;
  readonly before: CrdParts;
  /** Absent if the definition is deleted. */
  readonly after: CrdParts | undefined;
  readonly object: Readonly<Record<string, unknown>>;
  /** The version in which the object is created and read. @default v1 */
  readonly version?: string;
  /** Empty if the change is compatible. */
  readonly breaks: readonly Guarantee[];
  readonly request?: (client: ThingsClient) => Promise<unknown>;
}

/** Requests for the kind of a row. */
export interface ThingsClient {
  /** Resolves with any answer. @param path below `/apis/<group>` */
  readonly call: (request: ThingsRequest) => Promise<{ readonly status: number; readonly body: unknown }>;
  readonly group: string;
}

export interface ThingsRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | boolean>>;
  readonly body?: unknown;
  /** @default 'application/json' */
  readonly contentType?: string;
}

/** What differs between the definitions of the rows. */
export interface CrdParts {
  /** The schema of `spec`. */
  readonly spec?: CrdSchema;
  /** The schema of `status`. */
  readonly status?: CrdSchema;
  /** The required fields of the whole object. */
  readonly required?: readonly string[];
  /** More of the version v1. */
  readonly version?: Partial<CrdVersion>;
  readonly otherVersions?: readonly (Omit<CrdVersion, 'schema'> & { readonly spec: CrdSchema })[];
  readonly names?: Partial<CrdNames>;
  readonly scope?: string;
  /** A webhook that converts `spec.it` of v1 to `spec.its` of v2, and back. */
  readonly conversion?: 'Webhook';
}

/** Where a definition is installed. */
export interface CrdInstallation {
  readonly group: string;
  /** The one value of the field `marker` of each object, by which one sees that the API server uses a definition. */
  readonly marker: string;
  /** The `clientConfig` of the webhook. */
  readonly webhook?: object;
}

/** The definition with these parts. */
export function buildCrd(parts: CrdParts, { group, marker, webhook = {} }: CrdInstallation) {
  const { spec = open, status = { type: 'object' }, required = [], version, otherVersions = [] } = parts;
  const { names, scope, conversion } = parts;
  const buildVersionSchema = (specSchema: CrdSchema): CrdVersion['schema'] => ({
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: addSiblingField(specSchema), status, marker: { type: 'string', enum: [marker] } },
      ...(required.length > 0 && { required }),
    },
  });
  const v1 = { name: 'v1', served: true, storage: true, schema: buildVersionSchema(spec), ...version };
  const others = otherVersions.map(({ spec: specSchema, ...other }) => ({
    ...other,
    schema: buildVersionSchema(specSchema),
  }));
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: scope ?? 'Namespaced',
      names: { kind: 'Thing', plural: 'things', ...names },
      versions: [v1, ...others],
      ...(conversion !== undefined && {
        conversion: { strategy: conversion, webhook: { conversionReviewVersions: ['v1'], clientConfig: webhook } },
      }),
    },
  };
}

/** The schema with one more field, `beside`, that a client edits. */
function addSiblingField(spec: CrdSchema): CrdSchema {
  const { properties } = spec;
  return properties === undefined ? spec : { ...spec, properties: { ...properties, beside: { type: 'integer' } } };
}

/** A spec in which everything is kept. */
export const open: CrdSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** A spec with these fields. */
export function buildSpecSchema(properties: Readonly<Record<string, CrdSchema>>, more: CrdSchema = {}): CrdSchema {
  return { type: 'object', properties, ...more };
}

/** A change of the only field of a spec, `it`, whose stored value is `value`. */
export function createFieldCase(name: string, change: FieldChange): ChangeCase {
  const { before, after, value, ...row } = change;
  const object = value === undefined ? { spec: {} } : { spec: { it: value } };
  return {
    name,
    before: { spec: buildSpecSchema({ it: before }) },
    after: { spec: buildSpecSchema({ it: after }) },
    object,
    ...row,
  };
}

interface FieldChange extends Pick<ChangeCase, 'rule' | 'breaks' | 'request'> {
  readonly before: CrdSchema;
  readonly after: CrdSchema;
  readonly value: unknown;
}

/** The path of the objects of a row, in the namespace `default`. */
export function getThingsPath(version = 'v1'): string {
  return `/${version}/namespaces/default/things`;
}

/** The HTTP status of the answer. */
export const requestStatus =
  (request: ThingsRequest) =>
  async ({ call }: ThingsClient): Promise<unknown> =>
    (await call(request)).status;

/** The HTTP status of the answer to a write of the status, whose schema has a field `size`. */
export const writeStatus = requestStatus({
  ...{ method: 'PATCH', path: `${getThingsPath()}/stored/status`, contentType: 'application/merge-patch+json' },
  body: { status: { size: 3 } },
});
