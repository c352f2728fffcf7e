import type { DebianPackage } from '../layers/debian-packages.ts';
import type { LockedPackage } from '../layers/lockfile.ts';
import type { Descriptor } from '../oci/index.ts';

export const provenanceMediaType = 'application/vnd.in-toto+json';

/** What an image was built from, and how. */
export interface Build {
  readonly name: string;
  /** The index of the image, and the manifest of each platform. */
  readonly subjects: readonly Descriptor[];
  readonly platforms: readonly string[];
  readonly nodes: readonly LockedPackage[];
  readonly system: readonly DebianPackage[];
  readonly base?: { readonly name: string; readonly digest: string };
  /** The repository and the commit, if nothing in the working tree differs from it. */
  readonly source?: { readonly repository: string; readonly commit: string };
}

interface Resource {
  readonly uri: string;
  readonly digest: Readonly<Record<string, string>>;
}

/**
 * An in-toto statement with SLSA provenance: what went in, by its digests. Nobody signs it, and its builder is a machine that
 * proves no identity: it meets level 1 of SLSA, in which a provenance exists. A build service that signs says more.
 * https://slsa.dev/spec/v1.0/provenance
 */
export function provenanceOf(build: Build): Buffer {
  const { name, subjects, platforms, base } = build;
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjects.map(({ digest }) => ({ name, digest: hexOf(digest) })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://kubewright.dev/image/v1',
        externalParameters: { platforms, ...(base && { base: base.name }) },
        resolvedDependencies: dependencies(build),
      },
      runDetails: { builder: { id: 'https://kubewright.dev/image/unidentified-builder' } },
    },
  };
  return Buffer.from(JSON.stringify(statement, undefined, 2));
}

function dependencies({ source, base, nodes, system }: Build): readonly Resource[] {
  return [
    ...(source ? [{ uri: source.repository, digest: { gitCommit: source.commit } }] : []),
    ...(base ? [{ uri: base.name, digest: hexOf(base.digest) }] : []),
    ...nodes.map(({ name, version, integrity }) => ({
      uri: `pkg:npm/${name}@${version}`,
      digest: { sha512: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') },
    })),
    ...system.map(({ name, version, architecture, sha256 }) => ({
      uri: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`,
      digest: { sha256 },
    })),
  ];
}

function hexOf(digest: string): Readonly<Record<string, string>> {
  return { sha256: digest.replace(/^sha256:/, '') };
}
