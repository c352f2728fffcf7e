import { expect, it } from 'vitest';

import { findDeletion, findTakenNames, type NamedCrd } from './fixed-crds.ts';

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

it('finds the CRD that has the names of a new one, as after a change of plural', () => {
  const build = (plural: string, status: 'True' | 'False'): NamedCrd => ({
    metadata: { name: `${plural}.example.com` },
    spec: { group: 'example.com', names: { kind: 'Settings' } },
    status: { conditions: [{ type: 'NamesAccepted', status, message: '"Settings" is already in use' }] },
  });
  const cluster = { context: 'kind-a' };
  const [old, next] = [build('settingses', 'True'), build('settings', 'False')];
  expect(findTakenNames(['settings.example.com'], [old, next], cluster)).toMatchObject({
    message:
      'failed to apply the CRDs: the API server does not serve settings.example.com: "Settings" is already in use',
    command: 'kubectl --context kind-a delete crd settingses.example.com',
  });
  expect(findTakenNames(['settings.example.com'], [old, build('settings', 'True')], cluster)).toBeUndefined();
});
