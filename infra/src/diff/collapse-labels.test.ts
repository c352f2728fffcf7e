import { describe, expect, it } from 'vitest';

import { collapseLabels } from './collapse-labels.ts';

function buildPart(name: string, ...changes: readonly string[]): string {
  const [before, after] = [`/tmp/LIVE-12/${name}`, `/tmp/MERGED-34/${name}`];
  return [
    `diff -u -N ${before} ${after}`,
    `--- ${before}\t2026-11-28 05:00:00`,
    `+++ ${after}\t2026-11-28 05:00:00`,
    '@@ -6,7 +6,7 @@',
    '   labels:',
    '     app.kubernetes.io/name: shops',
    ...changes,
    '   name: shops',
    '',
  ].join('\n');
}

const label = ['-    app.kubernetes.io/version: 0.3.0', '+    app.kubernetes.io/version: 0.4.0'];
const service = buildPart('v1.Service.shops-system.shops', ...label);
const role = buildPart('rbac.authorization.k8s.io.v1.ClusterRole..shops', ...label);
const deployment = buildPart('apps.v1.Deployment.shops-system.shops', ...label, '-  replicas: 2', '+  replicas: 3');

describe('objects of which only the version label changes', () => {
  it('are one line after the others', () => {
    expect(collapseLabels(service + deployment + role)).toBe(
      `${deployment}2 objects: only the version label changes, 0.3.0 -> 0.4.0: v1.Service.shops-system.shops, rbac.authorization.k8s.io.v1.ClusterRole..shops\n`,
    );
  });

  it('are printed if it is one, or if the output is not of diff', () => {
    expect(collapseLabels(service)).toBe(service);
    const other = ['service changed', ...label, ''].join('\n');
    expect(collapseLabels(other + other)).toBe(other + other);
    expect(collapseLabels('')).toBe('');
  });

  it('are not new objects', () => {
    const added = buildPart('v1.Service.shops-system.new', '+apiVersion: v1', '+    app.kubernetes.io/version: 0.4.0');
    expect(collapseLabels(added + added)).toBe(added + added);
  });
});
