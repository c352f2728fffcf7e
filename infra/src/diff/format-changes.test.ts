import { describe, expect, it } from 'vitest';

import { formatChanges } from './format-changes.ts';

function buildPart(name: string, hunk: string, ...lines: readonly string[]): string {
  const [before, after] = [`/tmp/LIVE-12/${name}`, `/tmp/MERGED-34/${name}`];
  return [`diff -u -N ${before} ${after}`, `--- ${before}\t2026`, `+++ ${after}\t2026`, hunk, ...lines, ''].join('\n');
}

const service = { apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'shops', name: 'shops.v1' } };
const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'shops' } };
const newService = buildPart('v1.Service.shops.shops.v1', '@@ -0,0 +1,2 @@', '+apiVersion: v1', '+kind: Service');
const changedRole = buildPart(
  'rbac.authorization.k8s.io.v1.ClusterRole..shops',
  ...['@@ -9,1 +9,1 @@', '-  - get', '+  - list'],
);

describe('the output of kubectl diff', () => {
  it('has a line for each new object, before the changes of others', () => {
    expect(formatChanges(changedRole + newService, [service, role], false)).toEqual({
      text: `+ Service shops/shops.v1: new\n${changedRole}`,
      outcomes: ['changed', 'created'],
    });
  });

  it('is as it was if new objects are wanted in full', () => {
    expect(formatChanges(changedRole + newService, [service, role], true)).toEqual({
      text: changedRole + newService,
      outcomes: ['changed', 'created'],
    });
  });

  it('has the name of the file of an object whose namespace is that of the context', () => {
    const object = { ...service, metadata: { name: 'shops.v1' } };
    expect(formatChanges(newService, [object], false).text).toBe('+ v1.Service.shops.shops.v1: new\n');
  });

  it('is as it was if another program printed it, whose changes cannot be counted', () => {
    expect(formatChanges('service changed\n', [service], false)).toEqual({
      text: 'service changed\n',
      outcomes: ['unknown'],
    });
    expect(formatChanges('', [service], false)).toEqual({ text: '', outcomes: [] });
  });
});
