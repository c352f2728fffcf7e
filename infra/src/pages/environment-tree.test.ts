import { App } from 'cdk8s';
import { expect, it } from 'vitest';

import { OperatorChart } from '../charts/index.ts';
import { chartUnit } from '../objects/index.ts';
import { zoo } from '../testing/index.ts';
import { environmentTree } from './environment-tree.ts';

it('a tree has units, namespaces, objects, and what these have to do with others', () => {
  const environment = { name: 'berlin', namespace: 'zoo-system', image: { repository: 'zoo.example/operator' } };
  const chart = new OperatorChart(new App(), 'operator', { declaration: zoo, environment });
  expect(environmentTree({ name: 'berlin', units: [chartUnit(chart)] })).toMatchInlineSnapshot(`
    "berlin
    └─ operator
       ├─ whole cluster
       │  ├─ Namespace zoo-system
       │  ├─ ClusterRole zoo
       │  ├─ ClusterRoleBinding zoo
       │  │  ├─ binds ClusterRole zoo
       │  │  └─ to ServiceAccount zoo-system/zoo
       │  ├─ MutatingAdmissionPolicy zoo-fed-animals
       │  ├─ MutatingAdmissionPolicyBinding zoo-fed-animals
       │  │  └─ enforces MutatingAdmissionPolicy zoo-fed-animals
       │  ├─ ValidatingAdmissionPolicy zoo-fed-animals
       │  ├─ ValidatingAdmissionPolicyBinding zoo-fed-animals
       │  │  └─ enforces ValidatingAdmissionPolicy zoo-fed-animals
       │  ├─ ValidatingAdmissionPolicy zoo-quiet-pods
       │  └─ ValidatingAdmissionPolicyBinding zoo-quiet-pods
       │     └─ enforces ValidatingAdmissionPolicy zoo-quiet-pods
       └─ namespace zoo-system
          ├─ ServiceAccount zoo
          ├─ Role zoo-leader-election
          ├─ RoleBinding zoo-leader-election
          │  ├─ binds Role zoo-leader-election
          │  └─ to ServiceAccount zoo
          ├─ Deployment zoo
          │  └─ runs as ServiceAccount zoo
          ├─ PodDisruptionBudget zoo
          │  └─ selects Deployment zoo
          └─ NetworkPolicy zoo
             └─ selects Deployment zoo
    "
  `);
});
