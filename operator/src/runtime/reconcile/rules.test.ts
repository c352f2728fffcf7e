import { describe, expect, it } from 'vitest';

import { defineApi, t } from '../api/index.ts';
import type { Kind, KubeObject } from '../base/index.ts';
import { Deployment, Pod, Service } from '../kinds/index.ts';
import { awaitChange } from './action.ts';
import { owns, reads, watches } from './declaration.ts';
import { defineController } from './define-controller.ts';
import { rulesOf } from './rules.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}), status: t.object({}) });
const nothing = { api: Cafe as Kind, owns: {}, reads: {}, watches: {} };

const resource = { apiGroups: ['example.com'], resources: ['cafes'], verbs: ['list', 'watch'] };
const status = { apiGroups: ['example.com'], resources: ['cafes/status'], verbs: ['patch'] };
const events = { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] };

describe('the rules of a controller', () => {
  it('without children never get a resource and never touch finalizers', () => {
    expect(rulesOf(nothing)).toEqual([resource, status, events]);
  });

  it('with a child get the resource before making it, and may block its deletion', () => {
    expect(rulesOf({ ...nothing, owns: { deployments: owns(Deployment) } })).toEqual([
      { ...resource, verbs: ['get', 'list', 'watch'] },
      status,
      { apiGroups: ['example.com'], resources: ['cafes/finalizers'], verbs: ['update'] },
      { apiGroups: ['apps'], resources: ['deployments'], verbs: ['create', 'get', 'list', 'patch', 'watch'] },
      events,
    ]);
  });

  it('have delete only where it is named', () => {
    const verbs = ['create', 'delete', 'get', 'list', 'patch', 'watch'];
    const rules = rulesOf({ ...nothing, owns: { pods: owns(Pod, { delete: true }), services: owns(Service) } });
    expect(rules).toContainEqual({ apiGroups: [''], resources: ['pods'], verbs });
    expect(rules.filter((rule) => rule.verbs.includes('delete'))).toHaveLength(1);
  });

  it('of what is only read or watched are list and watch', () => {
    const read = { ...nothing, reads: { services: reads(Service as Kind) } };
    expect(rulesOf(read)).toContainEqual({ apiGroups: [''], resources: ['services'], verbs: ['list', 'watch'] });
    const watched = { ...nothing, watches: { pods: watches(Pod as Kind, () => []) } };
    expect(rulesOf(watched)).toContainEqual({ apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] });
  });

  it('name each resource once', () => {
    const rules = rulesOf({
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
    const rules = rulesOf({ ...nothing, owns: { pods: owns(Pod, { delete: true }) } });
    expect(JSON.stringify(rules)).not.toContain('*');
    for (const { verbs } of rules) expect(verbs).toEqual(verbs.toSorted());
  });
});

describe('defineController', () => {
  const reconcile = async () => awaitChange;

  it('is named after its kind', () => {
    const api = defineApi({ group: 'example.com', version: 'v1', kind: 'WebServer2Go', spec: t.object({}) });
    expect(defineController(api, { reconcile }).name).toBe('web-server2-go');
    expect(defineController(api, { name: 'web', reconcile }).name).toBe('web');
  });

  it('keeps what was declared, and nothing where nothing was', async () => {
    const pods = owns(Pod, { delete: true });
    const services = reads(Service, { labelSelector: 'a=b' });
    const deployments = watches(Deployment, () => [], { fieldSelector: 'c=d' });
    const controller = defineController(Cafe, {
      owns: { pods },
      reads: { services },
      watches: { deployments },
      reconcile,
    });
    expect(controller).toMatchObject({ api: Cafe, owns: { pods }, reads: { services }, watches: { deployments } });
    expect(controller.owns['pods']?.delete).toBe(true);
    expect(controller.reads['services']?.labelSelector).toBe('a=b');
    expect(controller.watches['deployments']?.fieldSelector).toBe('c=d');
    await expect(controller.reconcile({} as KubeObject, {})).resolves.toBe(awaitChange);
    expect(defineController(Cafe, { reconcile })).toMatchObject({ owns: {}, reads: {}, watches: {} });
  });

  it('refuses to own a kind twice', () => {
    expect(() => defineController(Cafe, { owns: { a: owns(Pod), b: owns(Pod) }, reconcile })).toThrow(
      'failed to define the controller cafe: owns.b: pods. is declared twice; name each kind once',
    );
  });

  it('refuses to own the kind that it is for', () => {
    expect(() => defineController(Cafe, { owns: { cafes: owns(Cafe) }, reconcile })).toThrow(
      'owns.cafes: cafes.example.com is declared twice',
    );
  });
});
