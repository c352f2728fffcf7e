import { describe, expect, it } from 'vitest';

import { collectNames, findLost } from './collect-names.ts';

const manifest = `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: cafe
  labels: { app.kubernetes.io/version: 1.0.0, app.kubernetes.io/name: cafe }
spec:
  selector: { matchLabels: { app: cafe } }
  template:
    metadata: { annotations: { example.com/hash: '1' } }
    spec:
      containers:
        - name: operator
          args: [serve, --port=1]
          env: [{ name: PORT, value: '1' }]
          ports: [{ name: http, containerPort: 1 }]
`;

const files: Readonly<Record<string, string>> = {
  'infra/manifests/dev/operator/operator.k8s.yaml': manifest,
  'infra/manifests/dev/samples/samples.k8s.yaml': 'kind: Cafe\nmetadata: { name: sample }\n',
  'infra/docs/runbooks/CafeDown.md': '# CafeDown\n',
  'infra/src/plan/names.ts': 'const name = `${operator}-in-use`;',
  'operator/declaration.json': JSON.stringify({
    name: 'cafe',
    controllers: [{ name: 'brew' }],
    leaderElection: { leaseName: 'cafe' },
    settings: [{ flag: '--log-level', env: 'LOG_LEVEL' }],
  }),
  'operator/docs/metrics.md':
    '| `cafe_brews_total` | counter | `name`, `size` | Brews. |\n| `cafe_up` | gauge | – | Up. |\n',
  'operator/src/controllers/cafe/status.ts': `
    // condition('Comment')
    class A { override readonly name = 'NotThis'; }
    condition('Ready', { reason: 'Brewing' }, 'example.com/finalizer', ['Pod'], 'a sentence');
  `,
  'operator/runtime/src/kinds/generated/core.ts': "const Pod = { kind: 'Pod' };",
  'operator/src/controllers/cafe/status.test.ts': "condition('Tested')",
};

describe('the names in clusters', () => {
  it('are those of manifests, declaration, metrics, alerts and sources', () => {
    expect(collectNames({ paths: Object.keys(files), read: (path) => files[path] ?? '' })).toEqual([
      'alert CafeDown',
      'annotation example.com/hash',
      'container operator',
      'ending -in-use',
      'field-manager cafe/brew',
      'flag --log-level',
      'flag --port',
      'label app.kubernetes.io/name=cafe',
      'label app.kubernetes.io/version',
      'label app=cafe',
      'metric cafe_brews_total{name,size}',
      'metric cafe_up{}',
      'object Deployment/cafe',
      'object Lease/cafe',
      'port http',
      'qualified example.com/finalizer',
      'variable LOG_LEVEL',
      'variable PORT',
      'word Brewing',
      'word Ready',
    ]);
  });

  it('are lost only if the page about upgrades says so', () => {
    const before = ['object Lease/cafe', 'word Brewing'];
    expect(findLost(before, [...before, 'word Ready'], '')).toEqual([]);
    expect(findLost(before, [], 'The reason `Brewing` is now `Ready`. The Lease/cafe stays.')).toEqual([
      'object Lease/cafe',
    ]);
  });
});
