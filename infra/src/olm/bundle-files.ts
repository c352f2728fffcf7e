import { writeYaml } from '@kubewright/declaration';

import type { PlainObject } from '../objects/index.ts';
import type { OlmBundle } from './options.ts';

/** The labels of the image of a bundle, which `metadata/annotations.yaml` repeats. */
const prefix = 'operators.operatorframework.io';

/** Pure: the text of each file of a bundle, by its path. */
export function bundleFiles(bundle: Omit<OlmBundle, 'files'>): ReadonlyMap<string, string> {
  const annotations = annotationsOf(bundle);
  const version = bundle.clusterServiceVersion;
  return new Map([
    [`manifests/${bundle.package}.clusterserviceversion.yaml`, writeYaml(version)],
    ...bundle.objects.map((object): [string, string] => [`manifests/${fileOf(object)}`, writeYaml(object)]),
    ['metadata/annotations.yaml', writeYaml({ annotations })],
    ['tests/scorecard/config.yaml', writeYaml(scorecard)],
    ['bundle.Dockerfile', dockerfile(annotations)],
  ]);
}

/** Pure: what a bundle says of itself. */
function annotationsOf({ package: name, channels }: Pick<OlmBundle, 'package' | 'channels'>): Record<string, string> {
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

function fileOf({ kind, metadata }: PlainObject): string {
  return `${metadata.name}.${kind.toLowerCase()}.yaml`;
}

function dockerfile(annotations: Readonly<Record<string, string>>): string {
  const labels = Object.entries(annotations).map(([key, value]) => `LABEL ${key}=${value}`);
  const copies = ['manifests', 'metadata', 'tests/scorecard'].map((folder) => `COPY ${folder} /${folder}/`);
  return `${['FROM scratch', ...labels, ...copies].join('\n')}\n`;
}

/** The tests that the scorecard of the Operator SDK has for every bundle. */
const suites: Readonly<Record<string, readonly string[]>> = {
  basic: ['basic-check-spec'],
  olm: [
    ...['olm-bundle-validation', 'olm-crds-have-validation', 'olm-crds-have-resources'],
    ...['olm-spec-descriptors', 'olm-status-descriptors'],
  ],
};

/** The release of the Operator SDK whose image has the tests. */
const scorecardImage = 'quay.io/operator-framework/scorecard-test:v1.42.2';

const scorecard = {
  apiVersion: 'scorecard.operatorframework.io/v1alpha3',
  kind: 'Configuration',
  metadata: { name: 'config' },
  stages: [
    {
      parallel: true,
      tests: Object.entries(suites).flatMap(([suite, tests]) =>
        tests.map((test) => ({
          entrypoint: ['scorecard-test', test],
          image: scorecardImage,
          labels: { suite, test: `${test}-test` },
          storage: { spec: { mountPath: {} } },
        })),
      ),
    },
  ],
  storage: { spec: { mountPath: {} } },
};
