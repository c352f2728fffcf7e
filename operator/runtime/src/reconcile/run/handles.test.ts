import { beforeEach, describe, expect, it } from 'vitest';

import { Cafe, scriptCafe } from '../../../fixtures/home-cafe.ts';
import type { ScriptedRun } from '../../../fixtures/scripted-run.ts';
import { type Kind, type KubeObject, silentLogger } from '../../base/index.ts';
import { ConfigMap, Pod, Secret } from '../../kinds/index.ts';
import { awaitChange } from '../declare/action.ts';
import type { Events } from '../declare/context.ts';
import { defineController } from '../declare/define-controller.ts';
import { owns, reads, watches } from '../declare/dependencies.ts';
import type { OwnsAndDeletes, Reads } from '../declare/handle-types.ts';
import { createContext } from './handles.ts';
const node: Kind = { group: '', version: 'v1', kind: 'Node', plural: 'nodes', namespaced: false };
const controller = defineController(Cafe, {
  owns: { configMaps: owns(ConfigMap, { delete: true }), pods: owns(Pod) },
  reads: { secrets: reads(Secret), nodes: reads(node) },
  watches: { cafes: watches(Cafe, () => []) },
  reconcile: async () => awaitChange,
});

let scripted: ScriptedRun;
let maps: OwnsAndDeletes<ConfigMap>;

const context = () => createContext(scripted.run(), controller);
const mapPath = (name: string, namespace = 'default') => `/api/v1/namespaces/${namespace}/configmaps/${name}`;

beforeEach(() => {
  scripted = scriptCafe();
  maps = context()['configMaps'] as OwnsAndDeletes<ConfigMap>;
});

function store(kind: Kind, path: string, metadata: object): void {
  const object = scripted.server.put(path, { apiVersion: 'v1', kind: kind.kind, metadata });
  const { name, namespace } = object.metadata;
  scripted.watchShows(kind, namespace === undefined ? { name } : { namespace, name });
}

describe('the context', () => {
  it('has exactly the basics and a handle for each declared kind', () => {
    expect(Object.keys(context()).sort()).toEqual([
      'cafes',
      'clock',
      'configMaps',
      'dryRun',
      'events',
      'log',
      'nodes',
      'pods',
      'secrets',
      'signal',
      'status',
    ]);
  });

  it('has the declared methods: writing ones only for owned kinds', () => {
    const methods = (name: string) => Object.keys(context()[name] as object).sort();
    expect(methods('configMaps')).toEqual(['apply', 'delete', 'get', 'getLive', 'keep', 'list', 'listAll']);
    expect(methods('pods')).toEqual(['apply', 'delete', 'get', 'getLive', 'keep', 'list', 'listAll']);
    expect(methods('secrets')).toEqual(['get', 'list', 'listAll']);
    expect(methods('cafes')).toEqual(['get', 'list', 'listAll']);
  });
});

describe('reading', () => {
  it('is from memory, in the owner’s namespace unless another is given', () => {
    const secrets = context()['secrets'] as Reads<Secret>;
    store(Secret, '/api/v1/namespaces/default/secrets/a', { namespace: 'default', name: 'a' });
    store(Secret, '/api/v1/namespaces/other/secrets/a', { namespace: 'other', name: 'a' });
    expect(secrets.get('a')?.metadata.namespace).toBe('default');
    expect(secrets.get('a', 'other')?.metadata.namespace).toBe('other');
    expect(secrets.get('b')).toBeUndefined();
    expect(secrets.list().map(({ metadata }) => metadata.namespace)).toEqual(['default']);
    expect(secrets.list('other').map(({ metadata }) => metadata.namespace)).toEqual(['other']);
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('takes no namespace for a cluster-scoped kind', () => {
    const nodes = context()['nodes'] as Reads<KubeObject>;
    store(node, '/api/v1/nodes/n', { name: 'n' });
    expect(nodes.get('n')?.metadata.name).toBe('n');
    expect(nodes.list()).toHaveLength(1);
  });

  it('of owned kinds returns only our own children', async () => {
    await maps.apply({ metadata: { name: 'ours' } });
    scripted.watchShows(ConfigMap, { namespace: 'default', name: 'ours' });
    const ownerReferences = [{ apiVersion: 'example.com/v1', kind: 'Cafe', name: 'home', uid: 'x', controller: true }];
    store(ConfigMap, mapPath('theirs'), { namespace: 'default', name: 'theirs', ownerReferences });
    expect(maps.get('ours')?.metadata.name).toBe('ours');
    expect(maps.get('theirs')).toBeUndefined();
    expect(maps.list().map(({ metadata }) => metadata.name)).toEqual(['ours']);
  });
});

describe('an undeclared delete', () => {
  it('throws an error that says what to declare, for untyped callers', async () => {
    const pods = context()['pods'] as { delete(name: string): Promise<boolean> };
    await expect(pods.delete('ours')).rejects.toMatchObject({
      code: 'DECLARATION_INVALID',
      message:
        'failed to delete a Pod: declare owns(Pod, { delete: true }), which also grants the permission to delete',
    });
    expect(scripted.takeRequests()).toEqual([]);
  });
});

describe('delete', () => {
  beforeEach(async () => {
    await maps.apply({ metadata: { name: 'ours' } });
    scripted.takeRequests();
    scripted.events.length = 0;
  });

  it('deletes the child by its uid, with background propagation, and drops it from the cache at once', async () => {
    const { uid } = maps.get('ours')?.metadata ?? {};
    await maps.delete('ours');
    expect(scripted.takeRequests()).toEqual([`DELETE ${mapPath('ours')}`]);
    expect(scripted.server.transport.requests.at(-1)?.body).toMatchObject({
      propagationPolicy: 'Background',
      preconditions: { uid },
    });
    expect(maps.get('ours')).toBeUndefined();
    expect(scripted.events).toEqual(['deleted ConfigMap ours']);
  });

  it('reads an uncached child live', async () => {
    const cache = scripted.getCache(ConfigMap);
    cache.recordRemoval({ namespace: 'default', name: 'ours' }, maps.get('ours')?.metadata.uid ?? '');
    await maps.delete('ours');
    expect(scripted.takeRequests()).toEqual([`GET ${mapPath('ours')}`, `DELETE ${mapPath('ours')}`]);
  });

  it('ignores unowned and missing objects', async () => {
    store(ConfigMap, mapPath('theirs'), { namespace: 'default', name: 'theirs' });
    await maps.delete('theirs');
    expect(await maps.delete('none')).toBe(true);
    expect(scripted.takeRequests()).toEqual([`GET ${mapPath('theirs')}`, `GET ${mapPath('none')}`]);
    expect(scripted.events).toEqual([]);
  });

  it('keeps a terminating child unchanged', async () => {
    const live = scripted.server.get(mapPath('ours'));
    store(ConfigMap, mapPath('ours'), { ...live?.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(await maps.delete('ours')).toBe(false);
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('marks a child with finalizers as terminating', async () => {
    scripted.server.intercept = ({ method }) => {
      if (method !== 'DELETE') return undefined;
      const live = scripted.server.get(mapPath('ours'));
      const metadata = { ...live?.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' };
      return { status: 200, body: structuredClone(scripted.server.put(mapPath('ours'), { ...live, metadata })) };
    };
    await maps.delete('ours');
    expect(maps.get('ours')?.metadata.deletionTimestamp).toBeDefined();
    expect(scripted.events).toEqual(['deleted ConfigMap ours']);
  });

  it('does not cache a child without our label, because no watch delivers its deletion', async () => {
    const { labels: _labels, ...metadata } = scripted.server.get(mapPath('ours'))?.metadata ?? {};
    scripted.server.put(mapPath('left'), {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...metadata, name: 'left' },
    });
    scripted.server.intercept = ({ method }) => {
      if (method !== 'DELETE') return undefined;
      const live = scripted.server.get(mapPath('left'));
      const going = { ...live?.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' };
      return { status: 200, body: structuredClone(scripted.server.put(mapPath('left'), { ...live, metadata: going })) };
    };
    expect(await maps.delete('left')).toBe(false);
    expect(maps.get('left')).toBeUndefined();
    expect((await maps.getLive('left'))?.metadata.deletionTimestamp).toBeDefined();
    scripted.server.delete(mapPath('left'));
    expect(await maps.getLive('left')).toBeUndefined();
  });

  it('emits no event for a child that was deleted meanwhile, and drops it from the cache', async () => {
    scripted.server.delete(mapPath('ours'));
    await maps.delete('ours');
    expect(scripted.takeRequests()).toEqual([`DELETE ${mapPath('ours')}`]);
    expect(scripted.events).toEqual([]);
    expect(maps.get('ours')).toBeUndefined();
  });

  it('does not delete a later child of the same name', async () => {
    scripted.server.put(mapPath('ours'), { metadata: { namespace: 'default', name: 'ours', uid: 'another' } });
    await expect(maps.delete('ours')).rejects.toMatchObject({ code: 'API_CONFLICT' });
    expect(scripted.server.get(mapPath('ours'))).toBeDefined();
  });

  it('fails if the process does not lead', async () => {
    scripted.leading = false;
    await expect(maps.delete('ours')).rejects.toMatchObject({ code: 'NOT_LEADER' });
    expect(scripted.takeRequests()).toEqual([]);
  });
});

describe('an event that a controller emits', () => {
  const emitOne = (isEmitted: boolean): readonly object[] => {
    const said: object[] = [];
    const say = (level: string) => (text: string, fields?: object) => void said.push({ level, text, ...fields });
    const log = { ...silentLogger, debug: say('debug'), info: say('info'), warn: say('warn') };
    const recorder = { ...scripted.environment.recorder, normal: () => isEmitted, warning: () => isEmitted };
    const run = scripted.run({ log, environment: { ...scripted.environment, recorder } });
    const { events } = createContext(run, controller) as { events: Events };
    events.normal('Added', 'Added a table');
    events.warning('Full', 'No table is free');
    return said;
  };

  it('is logged', () => {
    expect(emitOne(true)).toEqual([
      { level: 'info', text: 'emitted an event', reason: 'Added', note: 'Added a table' },
      { level: 'warn', text: 'emitted an event', reason: 'Full', note: 'No table is free' },
    ]);
  });

  it('is logged at debug level if it exceeds the limit', () => {
    expect(emitOne(false)).toEqual([
      { level: 'debug', text: 'did not emit an event', reason: 'Added', note: 'Added a table' },
      { level: 'debug', text: 'did not emit an event', reason: 'Full', note: 'No table is free' },
    ]);
  });
});
