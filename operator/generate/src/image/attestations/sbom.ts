import { Enums, Models, Serialize, Spec, SPDX } from '@cyclonedx/cyclonedx-library';

import type { BundledPackage } from '../layers/bundled-packages.ts';
import type { DebianPackage } from '../layers/debian-packages.ts';
import { formatPlatform } from '../oci/blob.ts';
import type { Document } from '../oci/image.ts';
import type { Project } from '../project.ts';
import type { PlatformBuild } from './provenance.ts';

/**
 * An SBOM in CycloneDX 1.6 JSON: the content of one platform's image without its base. It depends only on that content,
 * so it omits time and serial number.
 */
export function renderSbom(
  { manifest, packages }: Pick<Project, 'manifest' | 'packages'>,
  { image, node, system }: PlatformBuild,
): Document {
  const platform = formatPlatform(image.platform);
  const { name = 'operator', version = '0.0.0', description, license } = manifest;
  const root = new Models.Component(Enums.ComponentType.Container, name, {
    bomRef: `${name}@${version}`,
    version,
    ...(description !== undefined && { description }),
    licenses: buildLicenses(license),
  });
  root.properties.add(new Models.Property('oci:platform', platform));
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: root }) });
  const parts = [
    ...packages.map((entry) => buildNpmComponent(entry)),
    buildNpmComponent({ ...node, license: 'MIT' }, node.integrity),
    ...(system?.packages ?? []).map(buildDebianComponent),
  ];
  for (const part of parts) {
    bom.components.add(part);
    root.dependencies.add(part.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return {
    name: `sbom.${platform.replace('/', '-')}.cdx.json`,
    mediaType: 'application/vnd.cyclonedx+json',
    subject: image.manifest.descriptor,
    data: Buffer.from(serializer.serialize(bom, { sortLists: true, space: 2 })),
  };
}

function buildNpmComponent(entry: Omit<BundledPackage, 'texts'>, integrity?: string): Models.Component {
  const { name, version, license } = entry;
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const hashes = new Models.HashDictionary();
  // https://www.w3.org/TR/SRI/ uses base64, CycloneDX hexadecimal digits.
  const sha512 = /^sha512-(\S+)/.exec(integrity ?? '')?.[1];
  if (sha512 !== undefined) hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(sha512, 'base64').toString('hex'));
  const details = { bomRef: purl, version, purl, hashes, licenses: buildLicenses(license) };
  return new Models.Component(Enums.ComponentType.Library, name, details);
}

function buildDebianComponent({ name, version, architecture, sha256 }: DebianPackage): Models.Component {
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`;
  const hashes = new Models.HashDictionary([[Enums.HashAlgorithm['SHA-256'], sha256]]);
  return new Models.Component(Enums.ComponentType.Library, name, { bomRef: purl, version, purl, hashes });
}

function buildLicenses(text: string | undefined): Models.LicenseRepository {
  if (text === undefined) return new Models.LicenseRepository();
  if (SPDX.isSupportedSpdxId(text)) return new Models.LicenseRepository([new Models.SpdxLicense(text)]);
  const isExpression = / (AND|OR|WITH) /.test(text);
  const license = isExpression ? new Models.LicenseExpression(text) : new Models.NamedLicense(text);
  return new Models.LicenseRepository([license]);
}
