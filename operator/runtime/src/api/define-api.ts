import { OperatorError } from '../base/index.ts';
import type { ApiDeclaration, ApiOf, ApiScope } from './api.ts';
import { checkMetadata, checkNames } from './check-names.ts';
import { checkExternalDocs } from './check-schema.ts';
import { checkVersion } from './check-version.ts';
import { checkVersions } from './check-versions.ts';
import { buildCrd, type NamedDeclaration, type Problem } from './crd.ts';
import type { Schema } from './schema.ts';

/**
 * Declares an API: its types, its CRD, and the kind that controllers reconcile, own, read and watch. Errors:
 * `SCHEMA_INVALID` with the path of every problem, before anything is sent to a cluster.
 */
export function defineApi<TSpec extends Schema, TStatus extends Schema, const TScope extends ApiScope = 'Namespaced'>(
  declaration: ApiDeclaration<TSpec, TStatus, TScope>,
): ApiOf<TSpec, TStatus, TScope> {
  const { kind, plural = toPlural(kind), singular = kind.toLowerCase() } = declaration;
  const api = { ...declaration, plural, singular };
  const problems = checkApi(api);
  if (problems.length > 0) {
    const list = problems.map(({ path, text }) => `${path}: ${text}`).join('; ');
    throw new OperatorError('SCHEMA_INVALID', `define the API ${api.kind}.${api.group}`, { hint: list });
  }
  return {
    group: api.group,
    version: api.version,
    kind: api.kind,
    plural: api.plural,
    namespaced: api.scope !== 'Cluster',
    shortNames: api.shortNames ?? [],
    crd: buildCrd(api),
  };
}

/** Finds all problems of a declaration. */
export function checkApi(api: NamedDeclaration): readonly Problem[] {
  const { otherVersions = [] } = api;
  return [
    ...checkNames(api),
    ...checkMetadata(api),
    ...checkExternalDocs(api, 'externalDocs'),
    ...checkVersion(api),
    ...otherVersions.flatMap((version, index) =>
      checkVersion(version).map(({ path, text }) => ({ path: `otherVersions[${String(index)}].${path}`, text })),
    ),
    ...checkVersions(api),
  ];
}

/** The plural of a kind, by the rules of Kubernetes' code generators. */
export function toPlural(kind: string): string {
  const word = kind.toLowerCase();
  if (/(s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}
