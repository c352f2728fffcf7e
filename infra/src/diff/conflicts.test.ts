import { describe, expect, it } from 'vitest';

import { conflictsIn, ownerOf } from './conflicts.ts';

const advice = `Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply: .`;

describe('conflictsIn', () => {
  it('reads one conflict', () => {
    const message =
      'Apply failed with 1 conflict: conflict with "kubectl-scale" with subresource "scale" using apps/v1: .spec.replicas';
    expect(conflictsIn(`${message}\n${advice}`)).toEqual([{ manager: 'kubectl-scale', path: 'spec.replicas' }]);
  });

  it('reads several conflicts, of several managers', () => {
    const message = [
      'Apply failed with 4 conflicts: conflicts with "kubectl-edit" using apps/v1:',
      '- .spec.replicas',
      '- .spec.template.spec.containers[name="operator"].ports[containerPort=80,protocol="TCP"].name',
      'conflicts with "other manager":',
      '- .metadata.labels.app.kubernetes.io/version',
      'conflict with "third" using v1: .data.a',
    ].join('\n');
    expect(conflictsIn(`${message}\n${advice}`)).toEqual([
      { manager: 'kubectl-edit', path: 'spec.replicas' },
      { manager: 'kubectl-edit', path: 'spec.template.spec.containers[operator].ports[80].name' },
      { manager: 'other manager', path: 'metadata.labels.app.kubernetes.io/version' },
      { manager: 'third', path: 'data.a' },
    ]);
  });

  it('reads no conflict in other messages', () => {
    expect(conflictsIn('the server is currently unable to handle the request')).toBeUndefined();
  });
});

describe('ownerOf', () => {
  const conflicts = [
    { manager: 'a', path: 'spec.rep' },
    { manager: 'b', path: 'spec.replicas' },
    { manager: 'c', path: 'metadata.labels.app.kubernetes.io/version' },
    { manager: 'd', path: 'spec.ports[80]' },
  ];

  it.each([
    ['spec.replicas', 'b'],
    ['metadata.labels[app.kubernetes.io/version]', 'c'],
    ['spec.ports[80].name', 'd'],
    ['spec.ports[8080].name', undefined],
    ['spec', undefined],
  ])('says who owns %s', (path, owner) => {
    expect(ownerOf(path, conflicts)).toBe(owner);
  });
});
