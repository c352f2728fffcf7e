import { describe, expect, it } from 'vitest';

import { defineApi, t } from '../../api/index.ts';
import type { Kind } from '../../base/index.ts';
import { Deployment, Pod, Secret, Service } from '../../kinds/index.ts';
import { edits, gets, owns, reads, watches } from './dependencies.ts';
import { named } from './named-by.ts';
import { buildRules } from './rules.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}), status: t.object({}) });
const nothing = {
  api: Cafe as Kind,
  owns: {},
  reads: {},
  watches: {},
  edits: {},
  patches: false,
  deletes: false,
  writesStatus: true,
};

const resource = { apiGroups: ['example.com'], resources: ['cafes'], verbs: ['list', 'watch'] };
const status = { apiGroups: ['example.com'], resources: ['cafes/status'], verbs: ['patch'] };
const events = { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] };

describe('the rules of a controller', () => {
  it('without children never include get of the resource, nor its finalizers', () => {
    expect(buildRules(nothing)).toEqual([resource, status, events]);
  });

  it('with a child include get of the resource, and blocking its deletion', () => {
    expect(buildRules({ ...nothing, owns: { deployments: owns(Deployment) } })).toEqual([
      { ...resource, verbs: ['get', 'list', 'watch'] },
      status,
      { apiGroups: ['example.com'], resources: ['cafes/finalizers'], verbs: ['update'] },
      { apiGroups: ['apps'], resources: ['deployments'], verbs: ['create', 'get', 'list', 'patch', 'watch'] },
      events,
    ]);
  });

  it('include delete only where it is declared', () => {
    const verbs = ['create', 'delete', 'get', 'list', 'patch', 'watch'];
    const rules = buildRules({ ...nothing, owns: { pods: owns(Pod, { delete: true }), services: owns(Service) } });
    expect(rules).toContainEqual({ apiGroups: [''], resources: ['pods'], verbs });
    expect(rules.filter((rule) => rule.verbs.includes('delete'))).toHaveLength(1);
  });

  it('include delete of the own kind only with self', () => {
    expect(buildRules({ ...nothing, deletes: true })).toEqual([
      { ...resource, verbs: ['delete', 'list', 'watch'] },
      status,
      events,
    ]);
  });

  it('for a kind that is only read or watched are list and watch', () => {
    const read = { ...nothing, reads: { services: reads(Service as Kind) } };
    expect(buildRules(read)).toContainEqual({ apiGroups: [''], resources: ['services'], verbs: ['list', 'watch'] });
    const watched = { ...nothing, watches: { pods: watches(Pod as Kind, () => []) } };
    expect(buildRules(watched)).toContainEqual({ apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] });
  });

  it('for a kind that is read live are get, limited to the declared names', () => {
    const read = { ...nothing, reads: { all: gets(Service), some: gets(Secret, { names: ['token', 'key'] }) } };
    expect(buildRules(read)).toEqual([
      resource,
      status,
      { apiGroups: [''], resources: ['services'], verbs: ['get'] },
      { apiGroups: [''], resources: ['secrets'], resourceNames: ['key', 'token'], verbs: ['get'] },
      events,
    ]);
    const both = { ...nothing, reads: { live: gets(Service), cached: reads(Service as Kind) } };
    expect(buildRules(both)).toContainEqual({
      apiGroups: [''],
      resources: ['services'],
      verbs: ['get', 'list', 'watch'],
    });
  });

  it('for an edited kind never include create or delete, nor owner references', () => {
    expect(buildRules({ ...nothing, edits: { nodes: edits(Pod) } })).toEqual([
      resource,
      status,
      { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'patch', 'watch'] },
      events,
    ]);
  });

  it('for objects that resources name are list and watch, limited to listed names', () => {
    const any = named(Cafe, () => ['menu']);
    const rule = { apiGroups: [''], resources: ['secrets'], verbs: ['list', 'watch'] };
    expect(buildRules({ ...nothing, reads: { all: reads(Secret, any) } })).toContainEqual(rule);
    expect(buildRules({ ...nothing, watches: { all: watches(Secret, any) } })).toContainEqual(rule);
    const two = named(Cafe, ['token', { namespace: 'vault', name: 'key' }, { namespace: 'safe', name: 'key' }]);
    expect(buildRules({ ...nothing, reads: { two: reads(Secret, two) } })).toEqual([
      resource,
      status,
      { ...rule, resourceNames: ['key', 'token'] },
      events,
    ]);
  });

  it('name each resource once', () => {
    const rules = buildRules({
      ...nothing,
      owns: { services: owns(Service) },
      reads: { all: reads(Service as Kind) },
      watches: { cafes: watches(Cafe as Kind, () => []) },
    });
    const names = rules.flatMap(({ apiGroups, resources }) => resources.map((each) => `${each}.${apiGroups.join()}`));
    expect(names).toEqual([...new Set(names)]);
    expect(names).toHaveLength(5);
    const verbs = ['create', 'get', 'list', 'patch', 'watch'];
    expect(rules).toContainEqual({ apiGroups: [''], resources: ['services'], verbs });
    expect(rules).toContainEqual({ ...resource, verbs: ['get', 'list', 'watch'] });
  });

  it('never have a wildcard, and verbs in order', () => {
    const rules = buildRules({ ...nothing, owns: { pods: owns(Pod, { delete: true }) } });
    expect(JSON.stringify(rules)).not.toContain('*');
    for (const { verbs } of rules) expect(verbs).toEqual(verbs.toSorted());
  });
});
