import type { ApiObject, GroupVersionKind } from 'cdk8s';
import type { Construct } from 'constructs';
import { isRecord, type CrdSchema } from '@kubewright/declaration';

import type { CrdVersion } from '../crd-changes/crd.ts';
import { addScaleBounds } from '../crd-changes/scaled-field.ts';
import type { OperatorDeclaration } from '../declaration/index.ts';
import { validateValue, metadataSchema, object, type Schema } from '../options/index.ts';
import { getCrd } from '../plan/index.ts';
import { buildFieldSchemas } from './structural-schema.ts';

/** A class of constructs that `cdk8s import` wrote for one kind. */
export interface ImportedResource {
  readonly GVK: GroupVersionKind;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a mixin requires any arguments
  new (...args: any[]): ApiObject;
}

/**
 * Adds schema validation to a class of custom resources: the synth fails for each unknown field, and each value with a
 * wrong type or out of bounds. Only the API server evaluates CEL rules.
 *
 * ```ts
 * class Tenant extends withSchemaValidation(ImportedTenant, loadDeclaration('declaration.json')) {}
 * ```
 *
 * Throws if the declaration lacks the kind.
 */
export function withSchemaValidation<T extends ImportedResource>(imported: T, declaration: OperatorDeclaration): T {
  const version = findVersion(imported.GVK, declaration);
  const structural = version.schema.openAPIV3Schema;
  // Built lazily, with the first object of the kind, because most programs import more kinds than they use.
  let schema: Schema | undefined;
  return class extends imported {
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a mixin requires any arguments
    constructor(...args: any[]) {
      const [scope, id, props] = args as [Construct, string, unknown];
      super(scope, id, props);
      const given = toApiFields(props ?? {}, structural);
      const checked = (schema ??= buildResourceSchema(addScaleBounds(version)));
      this.node.addValidation({ validate: () => validateValue(checked, given).map(({ text }) => text) });
    }
  };
}

/** The parts of a CRD's spec that we read. */
interface Definition {
  readonly versions?: readonly CrdVersion[];
}

function findVersion({ apiVersion, kind }: GroupVersionKind, { name, apis }: OperatorDeclaration): CrdVersion {
  const [group = '', version = ''] = apiVersion.split('/');
  const api = apis.find((each) => each.kind === kind && each.group === group);
  if (api === undefined) throw new Error(`${name} does not declare the kind ${kind} of ${group}`);
  const { versions = [] }: Definition = getCrd(api).spec;
  const declared = versions.find((each) => each.name === version);
  if (declared === undefined) throw new Error(`the CRD of ${kind} has no version ${version}`);
  return declared;
}

/** Fields that users set: not the status, nor the fields that the class sets itself. */
function buildResourceSchema({ properties = {}, ...structural }: CrdSchema): Schema {
  const { apiVersion: _, kind: __, metadata: ___, status: ____, ...given } = properties;
  const hasSpec = isRecord(given['spec']);
  const required = [...(structural.required ?? []), ...(hasSpec ? ['spec'] : [])];
  return object({ metadata: metadataSchema.optional(), ...buildFieldSchemas(given, required) });
}

/**
 * Pure: the values given to a class that `cdk8s import` wrote, under the API's field names. Includes unknown fields,
 * which the class would drop silently.
 */
function toApiFields(given: unknown, structural: CrdSchema): unknown {
  const plain = toPlainValue(given);
  if (Array.isArray(plain)) return plain.map((each) => toApiFields(each, structural.items ?? {}));
  if (!isRecord(plain)) return plain;
  const { properties = {}, additionalProperties } = structural;
  const other = typeof additionalProperties === 'object' ? additionalProperties : {};
  const names = new Map(Object.keys(properties).map((name) => [toClassFieldName(name), name]));
  const fields = Object.entries(plain).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    fields.map(([key, value]) => {
      const name = Object.hasOwn(properties, key) ? key : (names.get(toClassFieldName(key)) ?? key);
      return [name, toApiFields(value, Object.hasOwn(properties, name) ? (properties[name] ?? {}) : other)];
    }),
  );
}

/** Makes names comparable: the class changes capitals and drops hyphens, for example `hostURLs` becomes `hostUrLs`. */
function toClassFieldName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** Turns a date into text, and unwraps the class for `x-kubernetes-int-or-string`. */
function toPlainValue(given: unknown): unknown {
  if (given instanceof Date) return Number.isNaN(given.getTime()) ? 'Invalid Date' : given.toISOString();
  const isOfClass = isRecord(given) && Object.getPrototypeOf(given) !== Object.prototype && 'value' in given;
  return isOfClass ? given['value'] : given;
}
