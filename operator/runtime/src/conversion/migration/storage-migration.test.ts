import { afterEach, beforeEach, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { createInMemoryApiServer, type InMemoryApiServer } from '../../../../testing/src/in-memory-api-server/index.ts';
import { createRecordingLogger } from '../../../../testing/src/recording-logger.ts';
import { type Api, defineApi, t } from '../../api/index.ts';
import { unchecked } from '../../client/index.ts';
import { CustomResourceDefinition, Event } from '../../kinds/index.ts';
import { defineConversion } from '../define-conversion.ts';
import { spoke } from '../spoke.ts';
import { positionAnnotation } from './position.ts';
import { keepStorageMigrated } from './storage-migration.ts';

const cafe = { group: 'example.com', kind: 'Cafe' };
const CafeV1 = defineApi({ ...cafe, version: 'v1', spec: t.object({ seats: t.integer() }) });
const CafeV2 = defineApi({ ...cafe, version: 'v2', spec: t.object({ chairs: t.integer() }) });
const fromV1 = spoke(CafeV1, {
  hub: CafeV2,
  toHub: ({ spec }) => ({ spec: { chairs: spec.seats } }),
  fromHub: ({ spec }) => ({ spec: { seats: spec.chairs } }),
});
const defineStoring = (stored: Api) => defineConversion(CafeV2, [fromV1], { storageVersion: stored });
const conversion = defineStoring(CafeV2);
const name = 'cafes.example.com';

let server: InMemoryApiServer;
let clock: FakeClock;
let stop: AbortController;
let ended: Promise<void>;
beforeEach(async () => {
  clock = createFakeClock();
  server = createInMemoryApiServer({ kinds: [CafeV2] });
  await create(3);
});
afterEach(async () => {
  stop.abort();
  await ended;
});

async function create(count: number, from = 0): Promise<void> {
  for (let index = from; index < from + count; index += 1) {
    const metadata = { namespace: index % 2 === 0 ? 'a' : 'a-b', name: `cafe-${String(index)}` };
    await server.client.resource(CafeV2).create({ metadata, spec: { chairs: index } });
  }
}

interface Defined {
  readonly storedVersions: readonly string[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly crd?: typeof conversion.crd;
}

async function define({ storedVersions, annotations = {}, crd = conversion.crd }: Defined): Promise<void> {
  const definitions = server.client.resource(unchecked(CustomResourceDefinition));
  await definitions.create({ ...crd, metadata: { ...crd.metadata, annotations } });
  await definitions.mergePatch({ name }, { status: { storedVersions } }, { subresource: 'status' });
}

/** Starts to lead, which runs the migration. Returns the reported progress. */
function startLeading({ perSecond = 1_000 } = {}) {
  stop = new AbortController();
  const logger = createRecordingLogger();
  const progress: string[] = [];
  const observer = {
    onLeft: (_: string, objects: number) => progress.push(`${String(objects)} left`),
    onRewritten: () => progress.push('rewritten'),
  };
  const reporter = { controller: 'coffee/conversions', instance: 'pod' };
  const options = { client: server.client, conversion, clock, logger, watchList: true, perSecond, reporter, observer };
  ended = keepStorageMigrated(options, stop.signal);
  return { logger, progress };
}

const getStoredVersions = (): unknown => server.objects(CustomResourceDefinition)[0]?.status?.storedVersions;
const listRewrites = (): readonly unknown[] =>
  server
    .requests()
    .filter(({ verb, kind }) => verb === 'patch' && kind === 'Cafe')
    .map(({ name: each }) => each);

it('rewrites every object, then updates storedVersions, and reports it', async () => {
  await define({ storedVersions: ['v1', 'v2'] });
  const { progress } = startLeading();
  await clock.advance(100);

  expect(listRewrites()).toHaveLength(3);
  expect(getStoredVersions()).toEqual(['v2']);
  expect(progress).toEqual(['3 left', 'rewritten', '2 left', 'rewritten', '1 left', 'rewritten', '0 left']);
  expect(server.objects(Event)).toMatchObject([
    { reason: 'StorageMigrated', regarding: { kind: 'CustomResourceDefinition', name } },
  ]);
});

it.each([
  ['only one version is stored', { storedVersions: ['v2'] }],
  ['the definition is still that of the last release', { storedVersions: ['v1'], crd: defineStoring(CafeV1).crd }],
])('does nothing while %s', async (_, defined) => {
  await define(defined);
  startLeading();
  await clock.advance(1_000);
  expect(listRewrites()).toEqual([]);
});

it('starts as soon as the CRD stores another version', async () => {
  await define({ storedVersions: ['v1'], crd: defineStoring(CafeV1).crd });
  startLeading();
  await clock.advance(100);
  const definitions = server.client.resource(unchecked(CustomResourceDefinition));
  await definitions.mergePatch({ name }, { spec: { versions: conversion.crd.spec.versions } });
  await clock.advance(100);
  expect(getStoredVersions()).toEqual(['v2']);
});

it('rewrites objects at a limited rate per second', async () => {
  await define({ storedVersions: ['v1', 'v2'] });
  startLeading({ perSecond: 2 });
  await clock.advance(499);
  expect(listRewrites()).toHaveLength(1);
  await clock.advance(501);
  expect(listRewrites()).toHaveLength(3);
});

it('does not exceed the rate after a slow response of the API server', async () => {
  await define({ storedVersions: ['v1', 'v2'] });
  const sentAt: number[] = [];
  server.intercept(async ({ method, path }, next) => {
    if (method !== 'PATCH' || !path.includes('/cafes/')) return next();
    sentAt.push(clock.monotonic());
    if (sentAt.length === 1) await clock.sleep(5_000, stop.signal);
    return next();
  });
  startLeading({ perSecond: 1 });
  const beganAt = clock.monotonic();
  await clock.advance(10_000);
  expect(sentAt.map((at) => at - beganAt)).toEqual([0, 5_000, 6_000]);
});

it('continues where another leader stopped, in the order of the keys', async () => {
  await create(30, 3);
  await define({ storedVersions: ['v1', 'v2'] });
  startLeading({ perSecond: 1 });
  await clock.advance(12_500);
  stop.abort();
  await ended;
  expect(listRewrites()).toHaveLength(13);
  const position = server.objects(CustomResourceDefinition)[0]?.metadata.annotations?.[positionAnnotation];
  expect(position).toMatch(/^v1>v2 a-b\/cafe-\d+$/);

  startLeading();
  await clock.advance(1_000);
  expect(listRewrites()).toHaveLength(13 + 33 - 11);
  expect(getStoredVersions()).toEqual(['v2']);
  expect(server.objects(CustomResourceDefinition)[0]?.metadata.annotations).toBeUndefined();
});

it('migrates once, though it changes the CRD itself meanwhile', async () => {
  await create(30, 3);
  await define({ storedVersions: ['v1', 'v2'] });
  const { logger } = startLeading({ perSecond: 1 });
  await clock.advance(120_000);
  expect(listRewrites()).toHaveLength(33);
  const said = logger.lines.map(({ message }) => message).filter((message) => message.includes('stored objects'));
  expect(said).toEqual(['migrating stored objects', 'migrated stored objects']);
});

it('retries after a minute if an object cannot be stored, and names it', async () => {
  await define({ storedVersions: ['v1', 'v2'] });
  const broken = server.fail({ verb: 'patch', kind: 'Cafe' }, 500, { times: 10 });
  const { logger } = startLeading();
  await clock.advance(59_000);
  expect(logger.lines.at(-1)).toEqual({ level: 'warn', message: 'failed to migrate stored objects; retrying' });
  expect(getStoredVersions()).toEqual(['v1', 'v2']);
  broken[Symbol.dispose]();
  await clock.advance(2_000);
  expect(getStoredVersions()).toEqual(['v2']);
});

it('skips an object that is deleted meanwhile', async () => {
  await define({ storedVersions: ['v1', 'v2'] });
  using _ = server.fail({ verb: 'patch', kind: 'Cafe' }, 404);
  startLeading();
  await clock.advance(100);
  expect(getStoredVersions()).toEqual(['v2']);
});
