import type { Api, JsonSchema } from '../api/index.ts';
import { isEqualJson } from '../reconcile/compare/index.ts';
import type { SharedFields } from './spoke.ts';

/** The declared versions of a kind; the spokes are all versions except the hub. */
export interface DeclaredVersions {
  readonly hub: Api;
  readonly spokes: readonly { readonly api: Api; readonly hub: Api | undefined; readonly shared: SharedFields }[];
  readonly stored: Api;
}

/** Describes the first problem of the versions of a kind; `undefined` if they are valid. */
export function findConversionProblem({ hub, spokes: declared, stored }: DeclaredVersions): string | undefined {
  const spokes = declared.map(({ api }) => api);
  const versions = [hub, ...spokes];
  if (spokes.length === 0) return 'the conversion does not have spokes: a single version does not need a conversion';
  return (
    findFirstProblem(spokes, (spoke) => checkSameKind(hub, spoke)) ??
    findFirstProblem(spokes, (spoke, index) => checkRepeated(versions.slice(0, index + 1), spoke)) ??
    findFirstProblem(versions, checkOtherVersions) ??
    findFirstProblem(spokes, (spoke, index) => checkHub(hub, spoke, declared[index]?.hub)) ??
    findFirstProblem(spokes, (spoke, index) => checkShared(hub, spoke, declared[index]?.shared ?? {})) ??
    (versions.includes(stored) ? undefined : `the stored version ${stored.version} is neither the hub nor a spoke`)
  );
}

/** Properties that have to be the same in all versions. */
const shared = ['group', 'kind', 'plural', 'scope'] as const;

function checkSameKind(hub: Api, spoke: Api): string | undefined {
  const [wanted, found] = [pickShared(hub), pickShared(spoke)];
  const name = shared.find((each) => wanted[each] !== found[each]);
  if (name === undefined) return undefined;
  return `the ${name} of ${spoke.version} is ${found[name]}, but that of the hub ${hub.version} is ${wanted[name]}`;
}

function pickShared({ group, kind, plural, namespaced }: Api): Readonly<Record<(typeof shared)[number], string>> {
  return { group, kind, plural, scope: namespaced ? 'Namespaced' : 'Cluster' };
}

function checkRepeated(before: readonly Api[], { version }: Api): string | undefined {
  const [hub] = before;
  if (hub?.version === version) return `the hub ${version} is also a spoke: remove it from the spokes`;
  const isTwice = before.some((each) => each.version === version);
  return isTwice ? `the version ${version} is declared twice` : undefined;
}

/**
 * Rejects `otherVersions` of `defineApi`: the API server returns such versions without calling the conversion webhook.
 */
function checkOtherVersions({ version, crd }: Api): string | undefined {
  if (crd.spec.versions.length === 1) return undefined;
  return `${version} declares otherVersions, which the conversion does not convert: declare each version with defineApi, and add it as a spoke`;
}

function checkHub(hub: Api, { version }: Api, named: Api | undefined): string | undefined {
  if (named === undefined || named === hub) return undefined;
  return `${version} is converted to ${named.version}, but the hub is ${hub.version}`;
}

function checkShared(hub: Api, spoke: Api, fields: SharedFields): string | undefined {
  for (const part of ['spec', 'status'] as const) {
    for (const name of Object.keys(fields[part] ?? {})) {
      const [one, other] = [findField(spoke, part, name), findField(hub, part, name)];
      const field = `shared.${part}.${name}`;
      if (one === undefined || other === undefined)
        return `${field}: ${(one === undefined ? spoke : hub).version} does not declare the field`;
      if (!isEqualJson(one, other))
        return `${field}: ${spoke.version} and ${hub.version} declare the field differently; convert it in toHub and fromHub`;
    }
  }
  return undefined;
}

/** Finds the schema of a field of `spec` or `status`. */
export function findField({ crd }: Api, part: keyof SharedFields, name: string): JsonSchema | undefined {
  return crd.spec.versions[0]?.schema.openAPIV3Schema.properties?.[part]?.properties?.[name];
}

function findFirstProblem(
  versions: readonly Api[],
  check: (version: Api, index: number) => string | undefined,
): string | undefined {
  return versions.map(check).find((problem) => problem !== undefined);
}
