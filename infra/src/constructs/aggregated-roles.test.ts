import { describe, expect, it } from 'vitest';

import { listAddresses, synthObjects, getObject } from '../testing/synth-objects.ts';
import { zoo } from '../testing/zoo.ts';
import { AggregatedRoles } from './permissions.ts';

const objects = synthObjects(
  (chart) => new AggregatedRoles(chart, 'roles', { declaration: zoo, name: 'annex' }),
  'zoo',
);

describe('AggregatedRoles', () => {
  it('are three ClusterRoles for each kind, without a namespace', () => {
    expect(listAddresses(objects)).toEqual(
      ['animal', 'park'].flatMap((kind) =>
        ['admin', 'edit', 'view'].map((role) => `ClusterRole -/annex-${kind}-${role}`),
      ),
    );
  });

  it('aggregate into the roles of Kubernetes, and do not grant writes of a status', () => {
    expect(getObject('ClusterRole', objects, 'annex-animal-edit')).toMatchObject({
      metadata: { labels: { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' } },
      rules: [
        {
          apiGroups: ['zoo.example'],
          resources: ['animals'],
          verbs: expect.arrayContaining(['create', 'patch']) as unknown,
        },
        { apiGroups: ['zoo.example'], resources: ['animals/status'], verbs: ['get'] },
      ],
    });
    expect(getObject('ClusterRole', objects, 'annex-animal-view')['rules']).toEqual([
      { apiGroups: ['zoo.example'], resources: ['animals'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: ['zoo.example'], resources: ['animals/status'], verbs: ['get'] },
    ]);
  });
});
