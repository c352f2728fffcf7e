/** A table of the release's artifacts, one row per kind of file. */
import path from 'node:path';

/** One or more files of a release. Paths start at the root of the repository. */
export interface Artifact {
  readonly title: string;
  /** The npm script that builds the artifact. @default - none: the artifact is committed */
  readonly script?: string;
  /** Glob patterns of the files to copy. */
  readonly files?: readonly string[];
  /** Prefix of the names of `files`. @default '' */
  readonly prefix?: string;
  /** A folder to pack into one `.tar` or `.tar.gz` file. */
  readonly archive?: { readonly folder: string; readonly name: string };
  /** YAML files to join into one file. */
  readonly joined?: { readonly files: readonly string[]; readonly name: string };
}

/** The published packages, each after its dependencies. */
export const published = [
  ...['operator/declaration', 'operator/runtime', 'operator/control-plane', 'operator/testing', 'operator/generate'],
  'operator',
  ...['imports', 'infra', 'cli', 'cli/create'],
] as const;

/** The name of a package's file, without its version: `kubewright-runtime`. @param folder one of `published` */
export function getPackageName(folder: (typeof published)[number]): string {
  return folder === 'cli/create' ? 'create-kubewright' : `kubewright-${path.basename(folder)}`;
}

const production = 'infra/manifests/production';
const crds = `${production}/crds/crds.k8s.yaml`;

/** Lists the artifacts of a release, except the npm packages. */
export function listArtifacts(version: string): readonly Artifact[] {
  const image = `operator-image-${version}`;
  return [
    {
      title: 'Image for amd64 and arm64, with SBOM and provenance',
      script: 'image',
      files: ['operator/oci-image/*.json', 'operator/oci-image/report.txt'],
      prefix: `${image}.`,
      archive: { folder: 'operator/oci-image/layout', name: `${image}.tar` },
    },
    { title: 'Helm chart', script: 'package:helm', files: [`output/helm/kubewright-${version}.tgz`] },
    {
      title: 'Bundles and catalog for OLM',
      script: 'package:olm',
      archive: { folder: 'output/olm', name: `kubewright-olm-${version}.tar.gz` },
    },
    {
      title: 'Manifests of every environment',
      archive: { folder: 'infra/manifests', name: `kubewright-manifests-${version}.tar.gz` },
    },
    {
      title: 'Production manifests in one file',
      joined: { files: [crds, `${production}/operator/operator.k8s.yaml`], name: 'install.yaml' },
    },
    { title: 'CRDs in one file', joined: { files: [crds], name: 'crds.yaml' } },
    { title: 'CRDs for cdk8s import', files: ['operator/importable/crds.yaml'], prefix: 'importable-' },
  ];
}
