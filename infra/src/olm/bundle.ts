import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { type PlainObject, writeYaml } from '@kubewright/declaration';

import type { OlmBundleOptions } from '../options/index.ts';
import { type ClusterServiceVersion, buildClusterServiceVersion } from './cluster-service-version.ts';
import { synthDeployedObjects, listLeftOut, listManifestObjects } from './deployed-objects.ts';
import { planBundle } from './plan.ts';

/** The files of a bundle, and their content as objects. */
export interface OlmBundle {
  /** Name of the ClusterServiceVersion: package and version. */
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly channels: readonly string[];
  readonly clusterServiceVersion: ClusterServiceVersion;
  /** The other objects of `manifests/`: the CRDs, and objects that OLM applies unchanged. */
  readonly objects: readonly PlainObject[];
  /** Objects of the charts that a bundle cannot contain, each with the reason. */
  readonly omitted: readonly string[];
  /** Text of each file, by its path in the bundle's folder. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Builds a bundle from the objects of the charts: the synthesized Deployment, the rules of its roles, and the CRDs.
 *
 * Guarantees: objects have no namespaces; every path of a descriptor exists in its schema; `omitted` names the objects
 * that a bundle cannot contain.
 *
 * Throws with all errors if an option is invalid or contradicts the declaration.
 */
export function buildOlmBundle(options: OlmBundleOptions): OlmBundle {
  const plan = planBundle(options);
  const deployed = synthDeployedObjects(plan);
  const { name, package: packageName, version, channels } = plan;
  const bundle = {
    ...{ name, package: packageName, version, channels },
    clusterServiceVersion: buildClusterServiceVersion(deployed, plan),
    objects: [...deployed.crds, ...listManifestObjects(deployed)],
    omitted: listLeftOut(deployed, plan),
  };
  return { ...bundle, files: renderBundleFiles(bundle) };
}

/** Empties the folder, then writes the files of a bundle or a catalog. */
export function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [file, text] of files) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

function renderBundleFiles(bundle: Omit<OlmBundle, 'files'>): ReadonlyMap<string, string> {
  const annotations = buildBundleAnnotations(bundle);
  const labels = Object.entries(annotations).map(([key, value]) => `LABEL ${key}=${value}`);
  const copies = ['manifests', 'metadata', 'tests/scorecard'].map((folder) => `COPY ${folder} /${folder}/`);
  return new Map([
    [`manifests/${bundle.package}.clusterserviceversion.yaml`, writeYaml(bundle.clusterServiceVersion)],
    ...bundle.objects.map((object): [string, string] => [
      `manifests/${object.metadata.name}.${object.kind.toLowerCase()}.yaml`,
      writeYaml(object),
    ]),
    ['metadata/annotations.yaml', writeYaml({ annotations })],
    ['tests/scorecard/config.yaml', writeYaml(scorecard)],
    ['bundle.Dockerfile', `${['FROM scratch', ...labels, ...copies].join('\n')}\n`],
  ]);
}

/** Annotations of the bundle, which are also the labels of its image. */
function buildBundleAnnotations({
  package: name,
  channels,
}: Pick<OlmBundle, 'package' | 'channels'>): Record<string, string> {
  const prefix = 'operators.operatorframework.io';
  return {
    [`${prefix}.bundle.mediatype.v1`]: 'registry+v1',
    [`${prefix}.bundle.manifests.v1`]: 'manifests/',
    [`${prefix}.bundle.metadata.v1`]: 'metadata/',
    [`${prefix}.bundle.package.v1`]: name,
    [`${prefix}.bundle.channels.v1`]: channels.join(','),
    [`${prefix}.bundle.channel.default.v1`]: channels[0] ?? 'alpha',
    [`${prefix}.test.config.v1`]: 'tests/scorecard/',
    [`${prefix}.test.mediatype.v1`]: 'scorecard+v1',
  };
}

/** The scorecard tests of the Operator SDK for any bundle, each with its suite. */
const scorecardTests = [
  ['basic', 'basic-check-spec'],
  ['olm', 'olm-bundle-validation'],
  ['olm', 'olm-crds-have-validation'],
  ['olm', 'olm-crds-have-resources'],
  ['olm', 'olm-spec-descriptors'],
  ['olm', 'olm-status-descriptors'],
] as const;

const storage = { spec: { mountPath: {} } };

const scorecard = {
  apiVersion: 'scorecard.operatorframework.io/v1alpha3',
  kind: 'Configuration',
  metadata: { name: 'config' },
  stages: [
    {
      parallel: true,
      tests: scorecardTests.map(([suite, test]) => ({
        entrypoint: ['scorecard-test', test],
        // The release of the Operator SDK whose image contains the tests.
        image: 'quay.io/operator-framework/scorecard-test:v1.42.2',
        labels: { suite, test: `${test}-test` },
        storage,
      })),
    },
  ],
  storage,
};
