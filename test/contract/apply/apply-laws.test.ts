import { randomBytes } from 'node:crypto';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import {
  isOperatorError,
  getKey,
  type Kind,
  formatKind,
  type KubeObject,
  systemClock,
} from '../../../operator/runtime/src/base/index.ts';
import { connect, type Connection } from '../../../operator/runtime/src/client/index.ts';
import { ConfigMap, Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { stopWorkloads } from '../../support/stop-workloads.ts';
import { ApplyFixture } from './apply-fixture.ts';
import { children } from './children.ts';
import { type Edit, edit, edits } from './edits.ts';
import { toComparable } from './comparable.ts';
import { pickOwnPart } from './own-leaves.ts';
import { arbitraryPart } from './pod-template.ts';

const namespace = `laws-${randomBytes(4).toString('hex')}`;
/**
 * Time limit per kind in milliseconds: far more than the test needs, so that fast-check can shrink a failure and print
 * its seed.
 */
const timeLimitMs = Number(process.env['LAWS_MS'] ?? 45_000);
const numRuns = Number(process.env['LAWS_RUNS'] ?? 4);

let connection: Connection;
let fixture: ApplyFixture;
let count = 0;

beforeAll(async () => {
  connection = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock });
  const { client } = connection;
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const metadata = { namespace, name: 'owner' };
  fixture = new ApplyFixture(
    client,
    await client.resource(ConfigMap).create({ apiVersion: 'v1', kind: 'ConfigMap', metadata }),
  );
});

afterAll(async () => {
  await stopWorkloads(connection.client, namespace);
  await connection.client.transport.close();
});

const values = fc.dictionary(fc.constantFrom('test.example/a', 'test.example/b'), fc.constantFrom('', '1', 'x-2'), {
  maxKeys: 2,
});
const meta = arbitraryPart({ labels: values, annotations: values });

/** One random test: a child, a later desired state, and edits by another client in between. */
interface RandomCase {
  readonly kind: Kind;
  readonly first: object;
  readonly second: object;
  readonly steps: readonly Edit[];
  readonly restarts: boolean;
}

function arbitraryCase({ kind, desired }: (typeof children)[number]): fc.Arbitrary<RandomCase> {
  const whole = fc.tuple(desired, meta).map(([rest, metadata]) => ({ ...rest, metadata }));
  return fc.record({ kind: fc.constant(kind), first: whole, second: whole, steps: edits, restarts: fc.boolean() });
}

/** Applies a child and returns the stored object. Retries after a conflict with a controller of Kubernetes. */
async function applyWithRetries(kind: Kind, desired: object, tries = 5): Promise<KubeObject> {
  const { name } = (desired as Pick<KubeObject, 'metadata'>).metadata;
  try {
    await fixture.apply(kind, desired);
  } catch (error) {
    if (tries === 0 || !isOperatorError(error, 'API_CONFLICT')) throw error;
    await fixture.showToCache(kind, { namespace, name });
    return applyWithRetries(kind, desired, tries - 1);
  }
  return fixture.showToCache(kind, { namespace, name });
}

function wanted(name: string, desired: object): object {
  const { metadata, ...rest } = desired as { readonly metadata?: object };
  return { ...rest, metadata: { ...metadata, name } };
}

async function expectNoRequest(kind: Kind, desired: object, when: string): Promise<void> {
  fixture.asked.length = 0;
  await fixture.apply(kind, desired);
  expect(fixture.asked, when).toEqual([]);
}

const foreign = { annotations: { 'foreign.example/note': 'kept' }, labels: { 'foreign.example/mark': 'kept' } };

async function checkLaw({ kind, first, second, steps, restarts }: RandomCase): Promise<void> {
  count += 1;
  const name = `child-${String(count)}`;
  const [one, other] = [wanted(name, first), wanted(name, second)];
  const resource = connection.client.resource(kind);

  const before = await applyWithRetries(kind, one);
  await expectNoRequest(kind, one, 'again');
  await fixture.restart(kind, before);
  await expectNoRequest(kind, one, 'after a restart');

  await resource.mergePatch(getKey(before), { metadata: foreign }, { fieldManager: 'another-client' });
  await fixture.showToCache(kind, getKey(before));
  await expectNoRequest(kind, one, 'beside what others have added');

  const done = (await edit(resource, before, steps)).join(', ');
  await fixture.showToCache(kind, getKey(before));
  const right = await applyWithRetries(kind, one);
  expect(pickOwnPart(right, before), `repaired after: ${done}`).toEqual(pickOwnPart(before));
  await expectNoRequest(kind, one, `after it was repaired: ${done}`);

  if (restarts) await fixture.restart(kind, right);
  const changed = await applyWithRetries(kind, other);
  await expectNoRequest(kind, other, 'after it was changed');
  const twin = await applyWithRetries(kind, wanted(`${name}-twin`, second));
  expect(toComparable(changed), 'fields that are no longer desired are removed').toEqual(toComparable(twin));
  expect(changed.metadata).toMatchObject(foreign);

  for (const { metadata } of [changed, twin])
    await resource.delete(getKey({ metadata }), { propagation: 'Background' });
}

describe.each(children.map((each) => [formatKind(each.kind), each] as const))('a child of kind %s', (_, given) => {
  it(
    'is written only if it differs from the desired state, is repaired after every edit, and loses fields that are no longer desired',
    { timeout: 2 * timeLimitMs },
    async () => {
      await fc.assert(fc.asyncProperty(arbitraryCase(given), checkLaw), {
        numRuns,
        interruptAfterTimeLimit: timeLimitMs,
      });
    },
  );
});
