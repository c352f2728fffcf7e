import { expect, it } from 'vitest';

import type { Crd } from '../crd.ts';
import { findDeletion, rejectTakenNames } from './fixed-crds.ts';

const scope =
  'The CustomResourceDefinition "ovens.example.com" is invalid: spec.scope: Invalid value: "Cluster": field is immutable';
const names = `The CustomResourceDefinition "pans.example.com" is invalid: \n* spec.names.kind: Invalid value: "Pan": field is immutable\n* spec.x: Required value`;
const version =
  'The CustomResourceDefinition "pots.example.com" is invalid: status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration';
const schema = 'The CustomResourceDefinition "cups.example.com" is invalid: spec.validation: Forbidden: too costly';

it('names the CRDs that cannot change, and no others', () => {
  const cluster = { kubeconfig: '/tmp/a b/kubeconfig' };
  expect(findDeletion([scope, schema, names, version].join('\n'), cluster)).toBe(
    "kubectl --kubeconfig '/tmp/a b/kubeconfig' delete crd ovens.example.com pans.example.com pots.example.com",
  );
  expect(findDeletion(schema, cluster)).toBe(undefined);
});

it("names the context in a cluster of the user's kubeconfig", () => {
  expect(findDeletion(scope, { context: 'kind-a' })).toBe('kubectl --context kind-a delete crd ovens.example.com');
});

it('names the CRD that has the names of a new one, as after a change of plural', () => {
  const build = (plural: string, status: 'True' | 'False'): Crd => ({
    metadata: { name: `${plural}.example.com` },
    spec: { group: 'example.com', names: { kind: 'Settings', plural }, versions: [] },
    status: { conditions: [{ type: 'NamesAccepted', status, message: '"Settings" is already in use' }] },
  });
  const cluster = { context: 'kind-a' };
  const [old, next] = [build('settingses', 'True'), build('settings', 'False')];
  const reject =
    (...stored: readonly Crd[]) =>
    () => {
      rejectTakenNames(['settings.example.com'], stored, cluster);
    };
  expect(reject(old, next)).toThrow(
    expect.objectContaining({
      message:
        'failed to apply the CRDs: the API server does not serve settings.example.com: "Settings" is already in use',
      command: 'kubectl --context kind-a delete crd settingses.example.com',
    }) as Error,
  );
  expect(reject(old, build('settings', 'True'))).not.toThrow();
});
