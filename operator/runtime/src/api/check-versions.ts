import type { OtherVersion } from './api.ts';
import type { NamedDeclaration, Problem } from './crd.ts';
import type { JsonSchema } from '../base/index.ts';
import { type Loss, findLosses } from './losses.ts';
import { buildStatusSchema } from './root-schema.ts';
import { findChildSchema } from './schema-at.ts';

/**
 * Checks the versions of an API against each other. Without a webhook the API server changes only `apiVersion`, and
 * drops fields that the schema of the requested version lacks.
 */
export function checkVersions(api: NamedDeclaration): Problem[] {
  const { otherVersions = [] } = api;
  const names = [api.version, ...otherVersions.map(({ version }) => version)];
  return otherVersions.flatMap((version, index) => {
    const path = `otherVersions[${String(index)}]`;
    return [
      ...(names.indexOf(version.version) <= index
        ? [{ path: `${path}.version`, text: `${JSON.stringify(version.version)} is declared twice` }]
        : []),
      ...prefixPaths(path, [
        ...checkTypes(api, version),
        ...checkStored(api, version),
        ...checkErased(api, version),
        ...checkErases(api, version),
      ]),
    ];
  });
}

type Part = 'spec' | 'status';
const parts: readonly Part[] = ['spec', 'status'];

function getPartSchema({ spec, status }: Pick<OtherVersion, Part>, part: Part): JsonSchema {
  return part === 'spec' ? spec.json : buildStatusSchema(status);
}

function prefixPaths(parent: string, problems: readonly Problem[]): Problem[] {
  return problems.map(({ path, text }) => ({ path: `${parent}.${path}`, text }));
}

function checkTypes(api: NamedDeclaration, other: OtherVersion): readonly Problem[] {
  return parts
    .flatMap((part) => findTypeDifferences(getPartSchema(other, part), getPartSchema(api, part), part))
    .map(({ path, ...types }) => ({
      path,
      text: `is ${types.here} here and ${types.stored} in ${api.version}: a field must have the same type in all versions`,
    }));
}

interface TypeDifference {
  readonly path: string;
  readonly here: string;
  readonly stored: string;
}

function findTypeDifferences(
  here: JsonSchema,
  stored: JsonSchema | undefined,
  path: string,
): readonly TypeDifference[] {
  if (stored?.type === undefined || here.type === undefined) return [];
  if (here.type !== stored.type) return [{ path, here: here.type, stored: stored.type }];
  return [
    ...Object.entries(here.properties ?? {}).flatMap(([name, child]) =>
      findTypeDifferences(child, findChildSchema(stored, name), `${path}.${name}`),
    ),
    ...(here.items ? findTypeDifferences(here.items, stored.items, `${path}[]`) : []),
    ...(here.additionalProperties
      ? findTypeDifferences(here.additionalProperties, stored.additionalProperties, `${path}{}`)
      : []),
  ];
}

/** Finds fields of another version that the API server drops when it stores the object. */
function checkStored(api: NamedDeclaration, other: OtherVersion): readonly Problem[] {
  const texts: Readonly<Record<Loss['what'], string>> = {
    field: `does not exist in the storage version ${api.version} and would be lost: add it there as optional`,
    'unknown fields': `are preserved here, but not in the storage version ${api.version}: preserve them there as well`,
    null: `accepts null, which the storage version ${api.version} would drop: make it nullable there as well`,
  };
  return parts
    .flatMap((part) => findLosses(getPartSchema(other, part), getPartSchema(api, part), part))
    .map(({ path, what }) => ({ path, text: texts[what] }));
}

/**
 * Finds fields that a served version drops: a client that reads an object in that version and writes it back erases
 * them.
 */
function checkErased(api: NamedDeclaration, other: OtherVersion): readonly Problem[] {
  if (other.served === false) return [];
  const heals: Readonly<Record<Loss['what'], string>> = {
    field: 'declare it here as well',
    'unknown fields': 'preserve them here as well',
    null: 'make it nullable here as well',
  };
  const what = { field: 'is', 'unknown fields': 'are', null: 'loses its null, which is' } as const;
  return findErasedPaths(api, other)
    .filter(({ path }) => !(other.prunedFields ?? []).some((named) => covers(named, path)))
    .map((loss) => ({
      path: loss.path,
      text:
        `${what[loss.what]} stored by ${api.version}, but erased by each write in ${other.version}: ` +
        `${heals[loss.what]}, or stop serving that version (served: false), or accept the loss (prunedFields: [${JSON.stringify(loss.path)}])`,
    }));
}

function findErasedPaths(api: NamedDeclaration, other: OtherVersion): readonly Loss[] {
  return parts.flatMap((part) => findLosses(getPartSchema(api, part), getPartSchema(other, part), part));
}

/** Finds paths in `prunedFields` that this version does not erase: the fields are declared now, or misspelt. */
function checkErases(api: NamedDeclaration, other: OtherVersion): readonly Problem[] {
  const losses = findErasedPaths(api, other);
  return (other.prunedFields ?? []).flatMap((named, index) =>
    losses.some(({ path }) => covers(named, path))
      ? []
      : [
          {
            path: `prunedFields[${String(index)}]`,
            text: `${JSON.stringify(named)} is not lost in ${other.version}: remove it`,
          },
        ],
  );
}

/** Whether the path `named` is equal to `path` or one of its parents. */
function covers(named: string, path: string): boolean {
  return path === named || ['.', '[', '{'].some((next) => path.startsWith(named + next));
}
