import { findSource } from '../labels.ts';
import type { LockedPackage } from '../layers/node-layer.ts';
import type { SystemLayer } from '../layers/system-layer.ts';
import { type BlobSource, type Descriptor, formatPlatform } from '../oci/blob.ts';
import type { Document, PlatformImage } from '../oci/image.ts';
import type { Project } from '../project.ts';

/** The image of one platform with its inputs. */
export interface PlatformBuild {
  readonly image: PlatformImage;
  readonly node: LockedPackage;
  /** The system libraries from Debian packages; `undefined` with a base image. */
  readonly system: Pick<SystemLayer, 'packages' | 'pins'> | undefined;
}

/** Inputs of the build that all platforms share. */
export interface Origin {
  readonly project: Pick<Project, 'manifest'>;
  readonly base: Pick<BlobSource, 'name' | 'top'> | undefined;
  /** The project's commit if its working tree is clean. */
  readonly commit: string | undefined;
}

interface ResourceDescriptor {
  readonly uri: string;
  readonly digest: Readonly<Record<string, string>>;
}

/**
 * An in-toto statement with SLSA provenance: the digests of all inputs. It is unsigned and the builder has no identity,
 * so it meets SLSA level 1, which only requires a provenance. https://slsa.dev/spec/v1.0/provenance
 */
export function renderProvenance(builds: readonly PlatformBuild[], index: Descriptor, origin: Origin): Document {
  const { name = 'operator' } = origin.project.manifest;
  const subjects = [index, ...builds.map(({ image }) => image.manifest.descriptor)];
  const platforms = builds.map(({ image }) => formatPlatform(image.platform));
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjects.map(({ digest }) => ({ name, digest: toSha256(digest) })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://kubewright.dev/image/v1',
        externalParameters: { platforms, ...(origin.base && { base: origin.base.name }) },
        resolvedDependencies: listDependencies(builds, origin),
      },
      runDetails: { builder: { id: 'https://kubewright.dev/image/unidentified-builder' } },
    },
  };
  const data = Buffer.from(JSON.stringify(statement, undefined, 2));
  return { name: 'provenance.intoto.json', mediaType: 'application/vnd.in-toto+json', subject: index, data };
}

function listDependencies(
  builds: readonly PlatformBuild[],
  { project, base, commit }: Origin,
): readonly ResourceDescriptor[] {
  const repository = findSource(project.manifest);
  return [
    ...(repository !== undefined && commit !== undefined ? [{ uri: repository, digest: { gitCommit: commit } }] : []),
    ...(base ? [{ uri: base.name, digest: toSha256(base.top.digest) }] : []),
    ...builds.map(({ node: { name, version, integrity } }) => ({
      uri: `pkg:npm/${name}@${version}`,
      digest: { sha512: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') },
    })),
    ...builds.flatMap(({ system }) =>
      (system?.packages ?? []).map(({ name, version, architecture, sha256 }) => ({
        uri: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`,
        digest: { sha256 },
      })),
    ),
  ];
}

function toSha256(digest: string): Readonly<Record<string, string>> {
  return { sha256: digest.replace(/^sha256:/, '') };
}
