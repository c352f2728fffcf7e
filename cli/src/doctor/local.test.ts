import { expect, it } from 'vitest';

import { checkBinaries, checkNode, isOlder } from './local.ts';

it.each([
  ['22.18.0', '22.19', true],
  ['22.19.0', '22.19', false],
  ['24.0.0', '22.19', false],
  ['v1.36.4', '1.36', false],
  ['v1.9.0+k3s1', '1.10', true],
])('%s is older than %s: %s', (version, than, expected) => {
  expect(isOlder(version, than)).toBe(expected);
});

it('Node must be new enough', () => {
  expect(checkNode('24.1.0', '>=22.19').findings).toEqual([]);
  expect(checkNode('22.18.0', '>=22.19').findings).toMatchObject([
    { severity: 'error', message: 'Node 22.18.0 is older than 22.19' },
  ]);
});

it.each([
  ['cache', '/cache/x', 'Kubernetes 1.36.4, in /cache/x'],
  ['KUBEBUILDER_ASSETS', '/assets', 'Kubernetes 1.36.4, in KUBEBUILDER_ASSETS (/assets)'],
  ['download', '/cache/x', 'Kubernetes 1.36.4, not installed; kubewright dev downloads them'],
  ['build', '/cache/x', 'Kubernetes 1.36.4, not installed; kubewright dev builds them with Go, which takes minutes'],
] as const)('binaries from %s pass', (source, detail, summary) => {
  expect(checkBinaries({ title: 'Kubernetes 1.36.4', source, detail })).toMatchObject({ summary, findings: [] });
});

it('binaries that cannot be installed are a warning, because a cluster of the user needs none', () => {
  const { findings } = checkBinaries({ title: 'Kubernetes 1.36.4', source: 'none', detail: 'go is not in PATH' });
  expect(findings).toMatchObject([{ severity: 'warning' }]);
});
