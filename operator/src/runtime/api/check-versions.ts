import type { OtherVersion } from './api.ts';
import type { NamedDeclaration } from './crd.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Problem } from './problem.ts';
import { statusSchema } from './root-schema.ts';
import { childOf } from './schema-at.ts';

/** What is wrong between the versions of an API. Objects are handed out as they are stored: nothing converts them. */
export function checkVersions(api: NamedDeclaration): Problem[] {
  const { otherVersions = [] } = api;
  const names = [api.version, ...otherVersions.map(({ version }) => version)];
  return otherVersions.flatMap((version, index) => {
    const path = `otherVersions[${String(index)}]`;
    return [
      ...(names.indexOf(version.version) <= index
        ? [{ path: `${path}.version`, text: `${JSON.stringify(version.version)} is declared twice` }]
        : []),
      ...compareParts(api, version, path),
    ];
  });
}

function compareParts(api: NamedDeclaration, other: OtherVersion, path: string): Problem[] {
  const differences = [
    ...differencesOf(other.spec.json, api.spec.json, `${path}.spec`),
    ...differencesOf(statusSchema(other.status), statusSchema(api.status), `${path}.status`),
  ];
  return differences.map(([where, what]) => ({ path: where, text: what.replace('$stored', api.version) }));
}

type Difference = readonly [path: string, text: string];

/** Where objects of one version would lose something, or not fit, when they are read as another. */
function differencesOf(other: JsonSchema, stored: JsonSchema, path: string): Difference[] {
  const types = [other.type, stored.type];
  if (types.includes(undefined)) return [];
  if (other.type !== stored.type) {
    return [
      [
        path,
        `is ${String(other.type)} here and ${String(stored.type)} in $stored: a field has one type in all versions`,
      ],
    ];
  }
  return [
    ...Object.entries(other.properties ?? {}).flatMap(([name, child]) =>
      childDifferences(child, childOf(stored, name), `${path}.${name}`),
    ),
    ...(other.items ? childDifferences(other.items, stored.items, `${path}[]`) : []),
    ...(other.additionalProperties
      ? childDifferences(other.additionalProperties, stored.additionalProperties, `${path}{}`)
      : []),
  ];
}

function childDifferences(other: JsonSchema, stored: JsonSchema | undefined, path: string): Difference[] {
  if (stored !== undefined) return differencesOf(other, stored, path);
  return [[path, 'does not exist in $stored, the version that is stored, and would be lost: add it there as optional']];
}
