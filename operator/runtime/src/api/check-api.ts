import { checkMetadata, checkNames } from './check-names.ts';
import { checkExternalDocs } from './check-schema.ts';
import { checkVersion } from './check-version.ts';
import { checkVersions } from './check-versions.ts';
import type { NamedDeclaration, Problem } from './crd.ts';

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
