import { randomBytes } from 'node:crypto';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import {
  isOperatorError,
  keyOf,
  type Kind,
  kindText,
  type KubeObject,
  systemClock,
} from '../../../operator/runtime/src/base/index.ts';
import { connect, type Connection } from '../../../operator/runtime/src/client/index.ts';
import { ConfigMap, Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { stopWorkloads } from '../../support/stop-workloads.ts';
import { ApplyBench } from './apply-bench.ts';
import { children } from './children.ts';
import { type Edit, edit, edits } from './edits.ts';
import { likeness } from './likeness.ts';
import { ownPart } from './own-leaves.ts';
import { partly } from './pod-template.ts';

const namespace = `laws-${randomBytes(4).toString('hex')}`;
/** Per kind, far more than the runs take: none within it would be a failure. One shrinks within it, and prints its seed. */
const timeLimitMs = Number(process.env['LAWS_MS'] ?? 45_000);
const numRuns = Number(process.env['LAWS_RUNS'] ?? 4);

let connection: Connection;
let bench: ApplyBench;
let made = 0;

beforeAll(async () => {
  connection = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock });
  const { client } = connection;
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const metadata = { namespace, name: 'owner' };
  bench = new ApplyBench(
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
const meta = partly({ labels: values, annotations: values });

/** What one child goes through. */
interface Story {
  readonly kind: Kind;
  readonly first: object;
  readonly second: object;
  readonly steps: readonly Edit[];
  readonly restarts: boolean;
}

function storyOf({ kind, desired }: (typeof children)[number]): fc.Arbitrary<Story> {
  const whole = fc.tuple(desired, meta).map(([rest, metadata]) => ({ ...rest, metadata }));
  return fc.record({ kind: fc.constant(kind), first: whole, second: whole, steps: edits, restarts: fc.boolean() });
}

/** A child as the cluster has it after an apply. One that meets the write of a Kubernetes controller is made again. */
async function applied(kind: Kind, desired: object, tries = 5): Promise<KubeObject> {
  const { name } = (desired as Pick<KubeObject, 'metadata'>).metadata;
  try {
    await bench.apply(kind, desired);
  } catch (error) {
    if (tries === 0 || !isOperatorError(error, 'API_CONFLICT')) throw error;
    await bench.hear(kind, { namespace, name });
    return applied(kind, desired, tries - 1);
  }
  return bench.hear(kind, { namespace, name });
}

/** A child under a name, of what was generated. */
function wanted(name: string, desired: object): object {
  const { metadata, ...rest } = desired as { readonly metadata?: object };
  return { ...rest, metadata: { ...metadata, name } };
}

/** Applying the same again asks the API server for nothing. */
async function holds(kind: Kind, desired: object, when: string): Promise<void> {
  bench.asked.length = 0;
  await bench.apply(kind, desired);
  expect(bench.asked, when).toEqual([]);
}

const foreign = { annotations: { 'foreign.example/note': 'kept' }, labels: { 'foreign.example/mark': 'kept' } };

async function law({ kind, first, second, steps, restarts }: Story): Promise<void> {
  made += 1;
  const name = `child-${String(made)}`;
  const [one, other] = [wanted(name, first), wanted(name, second)];
  const resource = connection.client.resource(kind);

  const before = await applied(kind, one);
  await holds(kind, one, 'again');
  await bench.restart(kind, before);
  await holds(kind, one, 'after a restart');

  await resource.mergePatch(keyOf(before), { metadata: foreign }, { fieldManager: 'somebody-else' });
  await bench.hear(kind, keyOf(before));
  await holds(kind, one, 'beside what others have added');

  const done = (await edit(resource, before, steps)).join(', ');
  await bench.hear(kind, keyOf(before));
  const right = await applied(kind, one);
  expect(ownPart(right, before), `updated after: ${done}`).toEqual(ownPart(before));
  await holds(kind, one, `after it was updated: ${done}`);

  if (restarts) await bench.restart(kind, right);
  const changed = await applied(kind, other);
  await holds(kind, other, 'after it was changed');
  const twin = await applied(kind, wanted(`${name}-twin`, second));
  expect(likeness(changed), 'what is no longer wanted is gone').toEqual(likeness(twin));
  expect(changed.metadata).toMatchObject(foreign);

  for (const { metadata } of [changed, twin]) await resource.delete(keyOf({ metadata }), { propagation: 'Background' });
}

describe.each(children.map((each) => [kindText(each.kind), each] as const))('a child of kind %s', (_, given) => {
  it(
    'is sent only if it is not as wanted, is updated whatever others edit, and loses what is not wanted any more',
    { timeout: 2 * timeLimitMs },
    async () => {
      await fc.assert(fc.asyncProperty(storyOf(given), law), {
        numRuns,
        interruptAfterTimeLimit: timeLimitMs,
      });
    },
  );
});
