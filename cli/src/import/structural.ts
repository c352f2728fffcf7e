import { type CrdSchema, isRecord } from '@kubewright/declaration';

import { CommandError } from '../report-error.ts';

export type Manifest = Readonly<Record<string, unknown>>;

/** A CRD of `apiextensions.k8s.io/v1`, without the fields that only its cluster needs. */
export interface Crd {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly versions: readonly CrdVersion[];
  };
}

export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly schema: { readonly openAPIV3Schema: CrdSchema };
}

/** Matches annotations that deployment tools add, which differ between clusters. */
const ofTools = /^(kubectl\.kubernetes\.io|cert-manager\.io\/inject|meta\.helm\.sh|argocd\.argoproj\.io)/;

/**
 * Removes the fields that only the CRD's cluster needs: status, owners, labels and the conversion webhook. Throws if a
 * schema is not structural.
 */
export function normalizeCrd(object: Manifest, source: string): Crd {
  const { apiVersion, kind, metadata, spec } = object as unknown as Crd;
  const at = `import ${source}`;
  const { name = '?', annotations = {} } = (metadata as Partial<Crd['metadata']> | undefined) ?? {};
  if (apiVersion !== 'apiextensions.k8s.io/v1') {
    throw new CommandError(
      at,
      `${name} has apiVersion ${apiVersion}, which Kubernetes no longer serves: import the CRD of a newer release`,
    );
  }
  const problem = findProblem(spec);
  if (problem !== undefined) throw new CommandError(at, `${name} is not structural: ${problem}`);
  const named = `${spec.names.plural}.${spec.group}`;
  if (name !== named) throw new CommandError(at, `metadata.name is ${JSON.stringify(name)}, but must be ${named}`);
  const { conversion: _, preserveUnknownFields: __, ...rest } = spec as Crd['spec'] & Manifest;
  const kept = Object.entries(annotations).filter(([key]) => !ofTools.test(key));
  return {
    ...{ apiVersion, kind },
    metadata: { name, ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }) },
    spec: rest,
  };
}

function findProblem(spec: unknown): string | undefined {
  const { group, scope, names, versions, preserveUnknownFields } = (spec ?? {}) as Partial<Crd['spec']> & Manifest;
  const isWhole = group !== undefined && scope !== undefined && isRecord(names);
  if (!isWhole) return 'spec.group, spec.scope or spec.names is missing';
  if (!Array.isArray(versions) || versions.length === 0) return 'spec.versions is missing';
  if (versions.some((version) => !isRecord(version))) return 'a version in spec.versions is not an object';
  if (preserveUnknownFields === true) return 'spec.preserveUnknownFields is true';
  return (
    findNameProblem(spec as Crd['spec']) ??
    (versions as readonly CrdVersion[]).map(findVersionProblem).find((problem) => problem !== undefined)
  );
}

/** The patterns of API server names. They ignore case, because kinds are in PascalCase. */
const [label, domain] = [
  /^[a-z]([-a-z0-9]*[a-z0-9])?$/i,
  /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
];

/**
 * Checks names, because they become file paths and code: a CRD from the internet must not write outside of the folder.
 */
function findNameProblem({ group, names, versions }: Crd['spec']): string | undefined {
  const checked: readonly (readonly [path: string, name: unknown, pattern: RegExp])[] = [
    ['spec.group', group, domain],
    ['spec.names.kind', names.kind, label],
    ['spec.names.plural', names.plural, label],
    ...versions.map(({ name }) => ['spec.versions.name', name, label] as const),
  ];
  const wrong = checked.find(([, name, pattern]) => typeof name !== 'string' || !pattern.test(name));
  return wrong && `${wrong[0]} is ${JSON.stringify(wrong[1])}, which is not a valid name`;
}

function findVersionProblem({ name, schema }: CrdVersion): string | undefined {
  const root = (schema as Partial<CrdVersion['schema']> | null | undefined)?.openAPIV3Schema;
  const problem = root === undefined ? 'the schema is missing' : findSchemaProblem(root, '');
  return problem === undefined ? undefined : `version ${name}: ${problem}`;
}

/**
 * Finds the first part of a schema that breaks a rule of structural schemas (KEP-1693) that the generated types rely
 * on.
 */
function findSchemaProblem(schema: CrdSchema, path: string): string | undefined {
  const own = isRecord(schema) ? findOwnProblem(schema) : 'the schema is not an object';
  if (own !== undefined) return path === '' ? own : `${path}: ${own}`;
  for (const [step, part] of listParts(schema)) {
    const problem = findSchemaProblem(part, path === '' ? step.replace(/^\./, '') : path + step);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array']);

function findOwnProblem(schema: CrdSchema & Manifest): string | undefined {
  const isFree =
    schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (schema['$ref'] !== undefined) return '$ref is not allowed';
  if (schema.properties !== undefined && !isRecord(schema.properties)) return 'properties is not an object';
  if (schema.type === undefined) return isFree ? undefined : 'the schema has no type';
  return types.has(schema.type) ? findPartsProblem(schema) : `the type ${JSON.stringify(schema.type)} is unknown`;
}

function findPartsProblem(schema: CrdSchema): string | undefined {
  if (schema.type === 'array' && schema.items === undefined) return 'the schema of an array needs items';
  const hasBoth = schema.properties !== undefined && typeof schema.additionalProperties === 'object';
  return hasBoth ? 'properties and additionalProperties exclude each other' : undefined;
}

function listParts({ items, properties = {}, additionalProperties }: CrdSchema): readonly [string, CrdSchema][] {
  return [
    ...(items === undefined ? [] : [['[]', items] as [string, CrdSchema]]),
    ...(typeof additionalProperties === 'object' ? [['{}', additionalProperties] as [string, CrdSchema]] : []),
    ...Object.entries(properties).map(([name, part]): [string, CrdSchema] => [`.${name}`, part]),
  ];
}
