import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createInMemoryApiServer, type InMemoryApiServer } from '../../../testing/src/in-memory-api-server/index.ts';
import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import { Cafe } from '../../fixtures/scripted-controller.ts';
import { type Kind, type KubeObject, neverAborted } from '../base/index.ts';
import { buildEditor, WatchedCaches } from '../cache/index.ts';
import type { Resource } from '../client/index.ts';
import { ConfigMap, Deployment, Namespace, Node, Secret } from '../kinds/index.ts';
import {
  allOf,
  awaitChange,
  type ControllerDefinition,
  defineController,
  edits,
  gets,
  named,
  owns,
  reads,
  usedBy,
  watches,
} from '../reconcile/index.ts';
import { connectSources } from './connect-sources.ts';

const finalizer = { name: 'example.com/cafe' as const, cleanUp: () => Promise.resolve() };
const menuOf = ({ spec }: { spec: { menu?: string } }): readonly string[] =>
  spec.menu === undefined ? [] : [spec.menu];
const trim = <T extends KubeObject & { data?: unknown }>({ data: _, ...rest }: T): T => rest as T;
const menuChanged = (before: KubeObject, after: KubeObject): boolean =>
  before.metadata.labels?.['menu'] !== after.metadata.labels?.['menu'];
const never = (): boolean => false;

const define = (declaration: object): ControllerDefinition =>
  defineController(Cafe, { finalizer, ...declaration, reconcile: () => Promise.resolve(awaitChange) });

interface SetUpOptions {
  readonly kinds?: readonly Kind[];
  readonly namespaceSelector?: string;
  /** Creates objects that exist before the controller starts. */
  readonly before?: (server: InMemoryApiServer) => Promise<unknown>;
}

const at = (name: string, namespace = 'default') => ({ namespace, name });
const cafe = (name: string, spec: object = {}, metadata: object = {}) => ({
  ...{ apiVersion: 'example.com/v1', kind: 'Cafe', metadata: { ...at(name), ...metadata }, spec },
});
const createCafe = ({ client }: InMemoryApiServer, name: string, spec: object = {}): Promise<KubeObject> =>
  client.resource(Cafe).create(cafe(name, spec));

/** Connects the declared sources to an in-memory API server, and takes the keys that are due at the start. */
async function start(definition: ControllerDefinition, { kinds = [], before, namespaceSelector }: SetUpOptions = {}) {
  const clock = createFakeClock();
  const server = createInMemoryApiServer({ clock, kinds: [Cafe, ...kinds] });
  await before?.(server);
  const logger = createRecordingLogger();
  const caches = new WatchedCaches({
    ...{ client: server.client, clock, logger, fieldManagers: [`coffee/${definition.name}`], random: () => 0 },
    ...(namespaceSelector !== undefined && { namespaceSelector }),
  });
  const due: string[] = [];
  const failures: unknown[] = [];
  const sources = connectSources(
    { definition, caches, clock, operator: 'coffee', failed: (error) => failures.push(error) },
    (key, { initial, causes }) => {
      due.push(`${key}${initial ? ' initial' : ''}: ${causes.map((cause) => cause.toJSON()).join('; ')}`);
    },
  );
  const stop = new AbortController();
  const running = caches.run(stop.signal);
  const takeDue = async (): Promise<readonly string[]> => {
    await clock.settle();
    return due.splice(0).map((text) => text.replace(/ by .*$/, ''));
  };
  const atStart = await takeDue();
  return {
    ...{ server, client: server.client, clock, logger, caches, sources, takeDue, atStart },
    async [Symbol.asyncDispose](): Promise<void> {
      stop.abort();
      await running;
      expect(failures).toEqual([]);
    },
  };
}

const label = (menu: string) => ({ metadata: { labels: { menu } } });

describe('a change of the reconciled kind', () => {
  it('enqueues the changed object, at the start with low priority', async () => {
    await using fixture = await start(define({}), { before: (server) => createCafe(server, 'mocca') });
    expect(fixture.atStart).toEqual(['default/mocca initial: start']);
    await createCafe(fixture.server, 'latte');
    expect(await fixture.takeDue()).toEqual(['default/latte: created']);
    expect(fixture.sources.primary.list()).toHaveLength(2);
    expect(fixture.sources.findWritten(Cafe)?.cache).toBe(fixture.sources.primary);
  });

  it('is filtered by `predicate`', async () => {
    await using fixture = await start(define({ predicate: menuChanged }));
    await createCafe(fixture.server, 'mocca');
    await fixture.takeDue();
    await fixture.client.resource(Cafe).mergePatch(at('mocca'), { spec: { menu: 'winter' } });
    expect(await fixture.takeDue()).toEqual([]);
    await fixture.client.resource(Cafe).mergePatch(at('mocca'), label('winter'));
    expect(await fixture.takeDue()).toEqual(['default/mocca: metadata.labels']);
  });
});

describe('a declared kind', () => {
  it('is cached with its selection and its `trim`', async () => {
    const selection = { labelSelector: 'menu', fieldSelector: 'metadata.name!=b', trim };
    const definition = define({
      reads: { secrets: reads(Secret, selection) },
      watches: { maps: watches(ConfigMap, () => [], selection) },
      edits: { edited: edits(ConfigMap, { trim }) },
    });
    const labels = { menu: 'yes' };
    const before = async ({ client }: InMemoryApiServer): Promise<void> => {
      for (const kind of [Secret, ConfigMap]) {
        const metadata = [{ ...at('a'), labels }, { ...at('b'), labels }, at('c')];
        for (const each of metadata) await client.resource(kind).create({ metadata: each, data: { key: 'value' } });
      }
    };
    await using fixture = await start(definition, { before });
    const caches = [
      fixture.sources.findRead(definition.reads['secrets'] as never),
      fixture.sources.findRead(definition.watches['maps'] as never),
      fixture.sources.findWritten(ConfigMap)?.cache,
    ];
    const objects = caches.map((cache) => cache?.list().map(({ metadata: { name } }) => name));
    expect(objects).toEqual([['a'], ['a'], ['a', 'b', 'c']]);
    expect(caches.flatMap((cache) => cache?.list() ?? []).filter((object) => 'data' in object)).toEqual([]);
  });

  it('is cached with the label of the operator if it is owned, and not if it is only read live', async () => {
    const definition = define({ owns: { maps: owns(ConfigMap) }, reads: { secrets: gets(Secret) } });
    await using fixture = await start(definition, {
      async before({ client }) {
        const labels = { 'app.kubernetes.io/managed-by': 'coffee' };
        await client.resource(ConfigMap).create({ metadata: { ...at('a'), labels } });
        await client.resource(ConfigMap).create({ metadata: at('b') });
      },
    });
    const { sources, caches } = fixture;
    expect(sources.findWritten(ConfigMap)?.cache.list()).toMatchObject([{ metadata: at('a') }]);
    expect(caches.states.map(({ kind }) => kind)).toEqual(['Cafe.example.com', 'ConfigMap']);
    const live = definition.reads['secrets'] as never;
    expect([sources.findRead(live), sources.findNamed(live), sources.findWritten(Secret)]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });

  it('is found by its group and plural, in any version', async () => {
    await using fixture = await start(define({ owns: { deployments: owns(Deployment) } }));
    const { sources } = fixture;
    expect(sources.findWritten({ ...Deployment, version: 'v2' })).toBe(sources.findWritten(Deployment));
    expect(sources.findWritten(Deployment)?.cache.kind).toBe(Deployment);
    expect(sources.findWritten({ ...Deployment, group: 'example.com' })).toBeUndefined();
    expect(sources.findWritten({ ...Deployment, plural: 'others' })).toBeUndefined();
  });

  it('enqueues nothing if it is only read', async () => {
    await using fixture = await start(define({ reads: { maps: reads(ConfigMap) } }));
    await createCafe(fixture.server, 'mocca');
    await fixture.takeDue();
    await fixture.client.resource(ConfigMap).create({ metadata: at('mocca') });
    expect(await fixture.takeDue()).toEqual([]);
  });

  it('enqueues the owner of a child, filtered by the predicate of the child', async () => {
    await using fixture = await start(define({ owns: { maps: owns(ConfigMap, { predicate: menuChanged }) } }));
    const { uid } = (await createCafe(fixture.server, 'mocca')).metadata;
    await fixture.takeDue();
    const labels = { 'app.kubernetes.io/managed-by': 'coffee' };
    const owner = { apiVersion: 'example.com/v1', kind: 'Cafe', name: 'mocca', uid, controller: true };
    const maps = fixture.client.resource(ConfigMap);
    await maps.create({ metadata: { ...at('child'), labels, ownerReferences: [owner] } });
    expect(await fixture.takeDue()).toEqual(['default/mocca: ConfigMap default/child: created']);
    await maps.mergePatch(at('child'), { data: { a: 'b' } });
    expect(await fixture.takeDue()).toEqual([]);
    await maps.mergePatch(at('child'), label('winter'));
    expect(await fixture.takeDue()).toEqual(['default/mocca: ConfigMap default/child: metadata.labels.menu']);
  });
});

describe('a watched kind', () => {
  const two = async (server: InMemoryApiServer): Promise<void> => {
    await createCafe(server, 'mocca', { menu: 'winter' });
    await createCafe(server, 'latte', { menu: 'summer' });
  };
  const cause = 'ConfigMap default/winter: created';

  it.each([
    ['the keys that its function returns', () => [at('espresso')], [`default/espresso: ${cause}`]],
    ['the resources that name the object', usedBy(Cafe, menuOf), [`default/mocca: ${cause}`]],
    ['the resources that name the object', named(Cafe, menuOf), [`default/mocca: ${cause}`]],
    ['all resources', allOf(Cafe), [`default/latte: ${cause}`, `default/mocca: ${cause}`]],
  ])('enqueues %s, and filters updates by its predicate', async (_, mapTo, expected) => {
    const declared = watches(ConfigMap, mapTo as () => [], { predicate: menuChanged });
    await using fixture = await start(define({ watches: { menus: declared } }), { before: two });
    const maps = fixture.client.resource(ConfigMap);
    await maps.create({ metadata: at('winter') });
    expect((await fixture.takeDue()).toSorted()).toEqual(expected);
    await maps.mergePatch(at('winter'), { data: { a: 'b' } });
    expect(await fixture.takeDue()).toEqual([]);
    await maps.mergePatch(at('winter'), label('winter'));
    expect(await fixture.takeDue()).toHaveLength(expected.length);
  });

  it('enqueues nothing for the first state of a named object: the reconcile waits for it', async () => {
    const definition = define({ watches: { menus: watches(ConfigMap, named(Cafe, menuOf)) } });
    await using fixture = await start(definition, {
      async before(server) {
        await server.client.resource(ConfigMap).create({ metadata: at('winter') });
        await createCafe(server, 'mocca', { menu: 'winter' });
      },
    });
    expect(fixture.atStart).toEqual(['default/mocca initial: start']);
    const objects = fixture.sources.findNamed(definition.watches['menus'] as never);
    expect(objects?.get(at('winter'))).toMatchObject({ metadata: at('winter') });
    expect(fixture.sources.findRead(definition.watches['menus'] as never)).toBeUndefined();
  });

  const broken = (): never => {
    throw new Error('what menu?');
  };

  it.each([
    ['used objects', { watches: 'menus' }, { watches: { menus: watches(ConfigMap, usedBy(Cafe, broken)) } }],
    ['named objects', { watches: 'menus' }, { watches: { menus: watches(ConfigMap, named(Cafe, broken)) } }],
    ['named objects', { reads: 'menus' }, { reads: { menus: reads(ConfigMap, named(Cafe, broken)) } }],
  ])('whose %s cannot be computed is in the log line as %o', async (_, fields, declaration) => {
    await using fixture = await start(define(declaration));
    await createCafe(fixture.server, 'mocca');
    expect(await fixture.takeDue()).toEqual(['default/mocca: created']);
    expect(fixture.logger.records.map((record) => record.fields)).toContainEqual({
      ...{ kind: 'Cafe.example.com', controller: 'cafe', object: 'default/mocca' },
      ...fields,
    });
  });
});

describe('an optional kind', () => {
  const Gateway: Kind = { ...ConfigMap, group: 'example.org', version: 'v1', kind: 'Gateway', plural: 'gateways' };

  it('enqueues all resources once it is installed, and once it is removed', async () => {
    const definition = define({ reads: { gateways: reads(Gateway, { optional: true }) } });
    await using fixture = await start(definition, { before: (server) => createCafe(server, 'mocca') });
    expect(fixture.atStart).toEqual(['default/mocca initial: start']);
    fixture.server.serve(Gateway);
    await fixture.clock.advance(10_000);
    expect(await fixture.takeDue()).toEqual(['default/mocca initial: Gateway installed']);
    fixture.server.stopServing(Gateway);
    await fixture.clock.advance(60_000);
    expect(await fixture.takeDue()).toEqual(['default/mocca initial: Gateway removed']);
  });
});

describe('an edited kind', () => {
  /** Applies `sent` as the edit of `owner`. */
  async function apply(resource: Resource<KubeObject>, owner: KubeObject, sent: object): Promise<KubeObject> {
    const fieldManager = buildEditor('coffee/cafe', owner.metadata.uid);
    return (await resource.apply(sent as never, { fieldManager, force: true })).object;
  }
  const node = (labels: object) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'one', labels } }) as never;

  it('enqueues the resource whose fields another client removes', async () => {
    await using fixture = await start(define({ edits: { nodes: edits(Node) } }));
    const mocca = await createCafe(fixture.server, 'mocca');
    await createCafe(fixture.server, 'latte');
    await fixture.client.resource(Node).create(node({}));
    await apply(fixture.client.resource(Node), mocca, node({ menu: 'winter' }));
    await fixture.takeDue();
    await fixture.client.resource(Node).mergePatch({ name: 'one' }, { metadata: { labels: { other: 'yes' } } });
    expect(await fixture.takeDue()).toEqual([]);
    await fixture.client.resource(Node).mergePatch({ name: 'one' }, { metadata: { labels: { menu: null } } });
    expect(await fixture.takeDue()).toEqual(['default/mocca: Node one: metadata.labels.menu']);
  });

  it('enqueues the others whose fields an edit takes over, with its cause', async () => {
    await using fixture = await start(define({ edits: { nodes: edits(Node) } }));
    const [mocca, latte] = [await createCafe(fixture.server, 'mocca'), await createCafe(fixture.server, 'latte')];
    await fixture.client.resource(Node).create(node({}));
    const before = await apply(fixture.client.resource(Node), mocca, node({ menu: 'winter' }));
    const after = await apply(fixture.client.resource(Node), latte, node({ menu: 'summer' }));
    await fixture.takeDue();
    fixture.sources.notifyOfEdit(latte, Node, { before, after });
    expect(await fixture.takeDue()).toEqual(['default/mocca: Node one: metadata.labels.menu']);
  });

  describe('that is reconciled itself', () => {
    const labelled = (name: string, menu: string) => cafe(name, {}, { labels: { menu } });
    const declared = { edits: { cafes: edits(Cafe) } };

    it('is watched once', async () => {
      await using fixture = await start(define(declared));
      expect(fixture.caches.states).toHaveLength(1);
    });

    it('enqueues the changed object, and the others whose fields have changed', async () => {
      await using fixture = await start(define(declared));
      const latte = await createCafe(fixture.server, 'latte');
      await createCafe(fixture.server, 'mocca');
      await apply(fixture.client.resource(Cafe as Kind), latte, labelled('mocca', 'winter'));
      await fixture.takeDue();
      await fixture.client.resource(Cafe).mergePatch(at('mocca'), { metadata: { labels: { menu: null } } });
      expect(await fixture.takeDue()).toEqual([
        'default/mocca: metadata.labels',
        'default/latte: Cafe default/mocca: metadata.labels',
      ]);
    });

    it('passes its predicate only for changes of fields that it edits of itself', async () => {
      await using fixture = await start(define({ ...declared, predicate: never }));
      const mocca = await createCafe(fixture.server, 'mocca');
      await apply(fixture.client.resource(Cafe as Kind), mocca, labelled('mocca', 'winter'));
      await fixture.takeDue();
      await fixture.client.resource(Cafe).mergePatch(at('mocca'), { spec: { menu: 'winter' } });
      expect(await fixture.takeDue()).toEqual([]);
      await fixture.client.resource(Cafe).mergePatch(at('mocca'), { metadata: { labels: { menu: null } } });
      expect(await fixture.takeDue()).toEqual(['default/mocca: metadata.labels']);
    });

    it('enqueues the object that another one has edited, but not one that has edited itself', async () => {
      await using fixture = await start(define(declared));
      const [mocca, latte] = [await createCafe(fixture.server, 'mocca'), await createCafe(fixture.server, 'latte')];
      await fixture.takeDue();
      const after = { ...mocca, metadata: { ...mocca.metadata, labels: { menu: 'winter' } } };
      fixture.sources.notifyOfEdit(latte, Cafe, { before: mocca, after });
      expect(await fixture.takeDue()).toEqual(['default/mocca: metadata.labels']);
      fixture.sources.notifyOfEdit(mocca, Cafe, { before: mocca, after });
      expect(await fixture.takeDue()).toEqual([]);
      fixture.sources.notifyOfEdit(latte, Node, { before: mocca, after });
      expect(await fixture.takeDue()).toEqual([]);
    });
  });
});

describe('a namespace that has just got its label', () => {
  it('is shown once each cache of a namespaced kind shows its objects', async () => {
    const definition = define({
      owns: { maps: owns(ConfigMap) },
      reads: { secrets: reads(Secret), nodes: reads(Node) },
    });
    await using fixture = await start(definition, { namespaceSelector: 'team=a' });
    const shown: string[] = [];
    const held = new Map<string, () => void>();
    fixture.server.intercept(async ({ verb, kind, namespace }, next) => {
      if (verb === 'watch' && namespace === 'north') await new Promise<void>((pass) => held.set(kind, pass));
      return next();
    });
    await fixture.client.resource(Namespace).create({
      ...{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'north', labels: { team: 'a' } } },
    });
    await fixture.clock.settle();
    const waiting = fixture.sources.waitUntilShown('north', neverAborted).then(() => shown.push('north'));
    expect([...held.keys()].toSorted()).toEqual(['Cafe', 'ConfigMap', 'Secret']);
    for (const kind of ['ConfigMap', 'Secret', 'Cafe']) {
      expect(shown).toEqual([]);
      held.get(kind)?.();
      await fixture.clock.settle();
    }
    await waiting;
    expect(shown).toEqual(['north']);
    await fixture.sources.waitUntilShown('south', neverAborted);
  });
});
