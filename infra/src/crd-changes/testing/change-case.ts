import type { CrdSchema } from '@kubewright/declaration';

import type { CrdNames, CrdVersion } from '../crd.ts';
import type { ChangeRule } from '../rules.ts';

/**
 * Guarantees that a change can break:
 *
 * - `crd`: the API server accepts the new CRD
 * - `return`: the API server accepts the released CRD after the new one
 * - `read`: the API server returns a stored object as before, in the fields of the released schema
 * - `update`: setting a label on a stored object changes nothing else
 * - `edit`: changing another field of its spec changes nothing else
 * - `create`: the manifest of that object creates an equal object
 * - `request`: the API server answers the `request` of the case as before
 */
export type Guarantee = 'crd' | 'return' | 'read' | 'update' | 'edit' | 'create' | 'request';

/** A change of a CRD, an object that the released CRD accepts, and what the change breaks. */
export interface ChangeCase {
  readonly name: string;
  /** The rule that judges the change. */
  readonly rule: ChangeRule;
  readonly before: CrdParts;
  /** The CRD after the change; `undefined` if the change deletes it. */
  readonly after: CrdParts | undefined;
  readonly object: Readonly<Record<string, unknown>>;
  /** The version in which the object is created and read. @default v1 */
  readonly version?: string;
  /** The guarantees that the change breaks; empty for a compatible change. */
  readonly breaks: readonly Guarantee[];
  readonly request?: (client: ThingsClient) => Promise<unknown>;
}

/** A client for the objects of a case's kind. */
export interface ThingsClient {
  /** Sends a request, whose path is below `/apis/<group>`. Resolves with a response of any status. */
  readonly call: (request: ThingsRequest) => Promise<{ readonly status: number; readonly body: unknown }>;
  readonly group: string;
}

export interface ThingsRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | boolean>>;
  readonly body?: unknown;
  /** The media type of the body. @default 'application/json' */
  readonly contentType?: string;
}

/** The parts of a CRD that differ between cases. */
export interface CrdParts {
  /** The schema of `spec`. */
  readonly spec?: CrdSchema;
  /** The schema of `status`. */
  readonly status?: CrdSchema;
  /** Required fields of the whole object. */
  readonly required?: readonly string[];
  /** More fields of the version v1. */
  readonly version?: Partial<CrdVersion>;
  readonly otherVersions?: readonly (Omit<CrdVersion, 'schema'> & { readonly spec: CrdSchema })[];
  readonly names?: Partial<CrdNames>;
  readonly scope?: string;
  /** A webhook that converts `spec.it` of v1 to `spec.its` of v2, and back. */
  readonly conversion?: 'Webhook';
}

/** The values with which a CRD is installed. */
export interface CrdInstallation {
  readonly group: string;
  /** The only value that the field `marker` allows. It shows which CRD the API server uses. */
  readonly marker: string;
  /** The `clientConfig` of the webhook. */
  readonly webhook?: object;
}

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

/** Adds a field `beside`, which a client edits. */
function addSiblingField(spec: CrdSchema): CrdSchema {
  const { properties } = spec;
  return properties === undefined ? spec : { ...spec, properties: { ...properties, beside: { type: 'integer' } } };
}

/** A spec that retains every field. */
export const open: CrdSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

export function buildSpecSchema(properties: Readonly<Record<string, CrdSchema>>, more: CrdSchema = {}): CrdSchema {
  return { type: 'object', properties, ...more };
}

/** A change of `it`, the only field of a spec, whose stored value is `value`. */
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

/** Path, below `/apis/<group>`, of the case's objects in the namespace `default`. */
export function getThingsPath(version = 'v1'): string {
  return `/${version}/namespaces/default/things`;
}

/** Sends the request, and returns the HTTP status of the response. */
export const requestStatus =
  (request: ThingsRequest) =>
  async ({ call }: ThingsClient): Promise<unknown> =>
    (await call(request)).status;

/** Writes the field `size` of a status, and returns the HTTP status of the response. */
export const writeStatus = requestStatus({
  ...{ method: 'PATCH', path: `${getThingsPath()}/stored/status`, contentType: 'application/merge-patch+json' },
  body: { status: { size: 3 } },
});
