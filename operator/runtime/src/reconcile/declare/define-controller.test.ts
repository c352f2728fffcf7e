import { describe, expect, it } from 'vitest';

import { defineApi, t } from '../../api/index.ts';
import type { KubeObject } from '../../base/index.ts';
import { ConfigMap, Deployment, Pod, Service } from '../../kinds/index.ts';
import { awaitChange } from './action.ts';
import { defineController } from './define-controller.ts';
import { allOf, edits, owns, reads, usedBy, watches } from './dependencies.ts';
import { named } from './named-by.ts';
import { counter, gaugePerObject } from './metric-definitions.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}), status: t.object({}) });
const Bakery = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Bakery',
  spec: t.object({ menu: t.string() }),
  status: t.object({}),
});

describe('defineController', () => {
  const reconcile = async () => awaitChange;

  it('needs a finalizer to edit objects that outlive its own, which then has nothing else to clean up', async () => {
    const declared = { edits: { pods: edits(Pod) }, reconcile };
    expect(() => defineController(Cafe, declared)).toThrow(
      "edits.pods: add finalizer: { name: '<domain>/<name>' }, so that a deleted Cafe gives Pod back",
    );
    const { finalizer } = defineController(Cafe, { ...declared, finalizer: { name: 'example.com/pods' } });
    expect(await finalizer?.cleanUp({} as KubeObject, {})).toBeUndefined();
    expect(defineController(Pod, declared).finalizer).toBeUndefined();
  });

  it('rejects an edited kind that it owns, edits twice, or trims though it reconciles it', () => {
    const finalizer = { name: 'example.com/pods' } as const;
    const define = (more: object) => () =>
      defineController(Cafe, { finalizer, edits: { pods: edits(Pod) }, reconcile, ...more });
    expect(define({ edits: { pods: edits(Pod) }, owns: { children: owns(Pod) } })).toThrow(
      'edits.pods: Pod is already declared as owns.children; remove one of the two',
    );
    expect(define({ edits: { pods: edits(Pod), others: edits(Pod) } })).toThrow('already declared as edits.pods');
    const trim = (pod: Pod) => pod;
    expect(() => defineController(Pod, { edits: { pods: edits(Pod, { trim }) }, reconcile })).toThrow(
      'edits.pods: Pod is the kind that the controller reconciles; remove trim',
    );
  });

  it('rejects optional where the handle would not say that the kind is missing', () => {
    const finalizer = { name: 'example.com/pods' } as const;
    const optional: object = { optional: true };
    const problem = 'optional is only for owns, and for reads and watches without names; remove it';
    expect(() => defineController(Cafe, { finalizer, edits: { pods: edits(Pod, optional) }, reconcile })).toThrow(
      `edits.pods: ${problem}`,
    );
    const names = named(Cafe, () => ['a']);
    expect(() => defineController(Cafe, { reads: { pods: reads(Pod, names, optional) }, reconcile })).toThrow(
      `reads.pods: ${problem}`,
    );
    expect(() => defineController(Cafe, { watches: { pods: watches(Pod, names, optional) }, reconcile })).toThrow(
      `watches.pods: ${problem}`,
    );
  });

  it('takes the name of its kind', () => {
    const api = defineApi({ group: 'example.com', version: 'v1', kind: 'WebServer2Go', spec: t.object({}) });
    expect(defineController(api, { reconcile }).name).toBe('web-server2-go');
    expect(defineController(api, { name: 'web', reconcile }).name).toBe('web');
  });

  it('holds exactly the declared values', async () => {
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
    expect(controller.reads['services']).toMatchObject({ labelSelector: 'a=b' });
    expect(controller.watches['deployments']?.fieldSelector).toBe('c=d');
    await expect(controller.reconcile({} as KubeObject, {})).resolves.toBe(awaitChange);
    expect(defineController(Cafe, { reconcile })).toMatchObject({ owns: {}, reads: {}, watches: {} });
  });

  it.each([
    ['timeoutMs', 0],
    ['timeoutMs', -1],
    ['timeoutMs', 0.5],
    ['timeoutMs', Number.NaN],
    ['timeoutMs', Number.POSITIVE_INFINITY],
    ['workers', 0],
  ])('rejects %s that is %d', (property, value) => {
    expect(() => defineController(Cafe, { [property]: value, reconcile })).toThrow(
      `failed to define the controller cafe: ${property}: ${String(value)} must be a positive integer`,
    );
  });

  it('rejects a name that is not a DNS label', () => {
    for (const name of ['My Cafe', 'a,b', '', 'a'.repeat(64)]) {
      expect(() => defineController(Cafe, { name, reconcile })).toThrow(
        `failed to define the controller ${JSON.stringify(name)}: the name must be a DNS label`,
      );
    }
  });

  it('rejects the same settings that defineSettings rejects', () => {
    const settings = { workers: { type: 'integer', description: 'Hands.' } } as const;
    expect(() => defineController(Cafe, { settings, reconcile })).toThrow(
      'failed to define the setting workers: every operator has a setting with this name',
    );
  });

  it('rejects two metrics with one name', () => {
    const cups = counter({ name: 'cups_total', help: 'Cups.' });
    expect(() => defineController(Cafe, { metrics: { cups, mugs: cups }, reconcile })).toThrow(
      'failed to define the controller cafe: metrics.mugs: cups_total is already declared',
    );
  });

  it.each(['namespace', 'cafe'])('rejects the label %s of a gauge per resource: every sample has it', (label) => {
    const open = gaugePerObject({ name: 'open', help: 'Open.', labels: { [label]: () => '' }, value: () => 1 });
    expect(() => defineController(Cafe, { metrics: { open }, reconcile })).toThrow(
      `failed to define the controller cafe: metrics.open: each sample already has the label ${label}`,
    );
    expect(() =>
      defineController(Bakery, { metrics: { open: { ...open, labels: { cafe: () => '' } } }, reconcile }),
    ).not.toThrow();
  });

  it('holds the declared workers and timeout, without defaults', () => {
    const numbers = { workers: 1, timeoutMs: 300_000 };
    expect(defineController(Cafe, { ...numbers, reconcile })).toMatchObject(numbers);
    expect(Object.keys(defineController(Cafe, { reconcile }))).not.toContain('timeoutMs');
  });

  it('rejects a kind that is owned twice', () => {
    expect(() => defineController(Cafe, { owns: { a: owns(Pod), b: owns(Pod) }, reconcile })).toThrow(
      'failed to define the controller cafe: owns.b: Pod is already owned as a; remove one of the two',
    );
  });

  it('rejects an owned kind that is also the primary kind', () => {
    expect(() => defineController(Cafe, { owns: { cafes: owns(Cafe) }, reconcile })).toThrow(
      'owns.cafes: Cafe.example.com is already the kind that the controller reconciles',
    );
  });

  it('rejects usedBy with the API of another controller', () => {
    const menus = watches(
      ConfigMap,
      usedBy(Bakery, ({ spec }) => [spec.menu]),
    );
    expect(() => defineController(Cafe, { watches: { menus }, reconcile })).toThrow(
      'watches.menus: usedBy(Bakery, …) must name the kind that this controller reconciles: Cafe.example.com',
    );
  });

  it('rejects named with the API of another controller', () => {
    const menuOf = named(Bakery, ({ spec }) => [spec.menu]);
    const message = 'menus: named(Bakery, …) must name the kind that this controller reconciles: Cafe.example.com';
    expect(() => defineController(Cafe, { reads: { menus: reads(ConfigMap, menuOf) }, reconcile })).toThrow(
      `reads.${message}`,
    );
    expect(() => defineController(Cafe, { watches: { menus: watches(ConfigMap, menuOf) }, reconcile })).toThrow(
      `watches.${message}`,
    );
  });

  it('rejects allOf with the API of another controller', () => {
    expect(() => defineController(Cafe, { watches: { menus: watches(ConfigMap, allOf(Bakery)) }, reconcile })).toThrow(
      'watches.menus: allOf(Bakery) must name the kind that this controller reconciles: Cafe.example.com',
    );
    expect(defineController(Cafe, { watches: { menus: watches(ConfigMap, allOf(Cafe)) }, reconcile }).name).toBe(
      'cafe',
    );
  });

  it.each(['Bad Domain/é', 'example.com/', '/store', 'Example.com/store', 'example.com/a b'] as const)(
    'rejects the finalizer %s, which the API server would reject on each object',
    (name) => {
      const define = () => defineController(Cafe, { finalizer: { name, cleanUp: async () => undefined }, reconcile });
      expect(define).toThrow('must be a domain, a slash and a name, like example.com/store');
    },
  );

  it.each([0, -1, Number.NaN, Infinity])('rejects work that is repeated every %d ms', (everyMs) => {
    const triggers = { inventory: { everyMs, work: async () => undefined } };
    expect(() => defineController(Cafe, { triggers, reconcile })).toThrow(
      `triggers.inventory.everyMs: ${String(everyMs)} must be a positive number of milliseconds`,
    );
  });

  it('accepts a kind that is owned, and also read and watched in several selections', () => {
    const controller = defineController(Cafe, {
      owns: { pods: owns(Pod) },
      reads: { all: reads(Pod), some: reads(Pod, { labelSelector: 'a' }), cafes: reads(Cafe, { labelSelector: 'a' }) },
      watches: { others: watches(Pod, () => [], { fieldSelector: 'b' }) },
      reconcile,
    });
    const pods = controller.rules.filter(({ resources }) => resources.includes('pods'));
    expect(pods).toEqual([
      { apiGroups: [''], resources: ['pods'], verbs: ['create', 'get', 'list', 'patch', 'watch'] },
    ]);
  });

  it('accepts a kind that is read and watched in one selection, and reads of the primary kind', () => {
    const selection = { labelSelector: 'a' };
    const controller = defineController(Cafe, {
      reads: { pods: reads(Pod, selection), others: reads(Cafe) },
      watches: { podChanges: watches(Pod, () => [], selection) },
      reconcile,
    });
    expect(Object.keys({ ...controller.reads, ...controller.watches })).toEqual(['pods', 'others', 'podChanges']);
  });
});
