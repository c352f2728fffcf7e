import { beforeAll, describe, expect, it } from 'vitest';

import { jobFor } from '../../../operator/src/controllers/echo/desired.ts';
import { cronJobFor } from '../../../operator/src/controllers/scheduled-echo/desired.ts';
import type { KubeObject } from '../../../operator/src/runtime/base/index.ts';
import { isApiError, type JsonPatchOperation } from '../../../operator/src/runtime/client/index.ts';
import { keyIn } from '../../support/scope.ts';
import { fieldManagerOf, ownEntry } from '../support/applied-fields.ts';
import { atOnce } from '../support/at-once.ts';
import { type Drift, edited, fieldsOf, ownedOf, putBack } from '../support/drift.ts';
import { replaced, valueAt } from '../support/json-pointer.ts';
import { settled } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';
import { bothKinds, works } from './both-kinds.ts';
import { apply, scheduledEcho, simulated, simulatedImage, type StoredEcho, type StoredScheduledEcho } from './echos.ts';

const name = 'drifting';
const timing = { timeZone: 'UTC', suspend: false };

/** What is desired, from the very functions that say so. */
const desired = {
  Echo: (one: KubeObject) => jobFor(one as StoredEcho, simulatedImage),
  ScheduledEcho: (one: KubeObject) =>
    cronJobFor(one as StoredScheduledEcho, { image: simulatedImage, standing: undefined }),
};

/** A container goes by its name: renamed it is another one. */
const named = /\/containers\/0\/name$/;
/** Lists that have one owner as a whole. */
const atomic = (pointer: string): string => pointer.replace(/\/(command|drop)\/\d+$/, '/$1');
/** What the API server does not let be missing, or fills in with the same value, or what has no name of its own. */
const needed = /\/(schedule|suspend|restartPolicy|image|name|type|\d+)$/;

const others = {
  '@yearly': '@monthly',
  UTC: 'Europe/Madrid',
  Forbid: 'Allow',
  Never: 'OnFailure',
  RuntimeDefault: 'Unconfined',
};

const scope = useScope(simulated);

describe.each(bothKinds)('a field of the child of $api.kind that somebody changes', (kind) => {
  const { api, child, controller, manifest } = kind;
  const written =
    api.kind === 'Echo' ? manifest({ namespace: 'any' }, name) : scheduledEcho({ namespace: 'any' }, name, timing);
  const wanted = desired[api.kind as keyof typeof desired](written as unknown as KubeObject);
  const pointers = fieldsOf(wanted, { kind: api.kind, name }).map(({ pointer }) => pointer);
  const isImmutable = (pointer: string): boolean => child.kind === 'Job' && pointer.startsWith('/spec/template/');
  const editable = pointers.filter((pointer) => !isImmutable(pointer) && !named.test(pointer));

  const current = (): Promise<KubeObject> => scope().client.resource(child).get(keyIn(scope(), name));
  const edit = (operations: readonly JsonPatchOperation[]): Promise<KubeObject> =>
    scope().client.resource(child).jsonPatch(keyIn(scope(), name), operations);

  const change = (value: unknown): unknown => edited(value, others);
  const drift = (pointer: string): Drift => ({ kind: child, name, pointer });

  beforeAll(async () => {
    await apply(scope(), { ...written, metadata: keyIn(scope(), name) });
    await works(scope(), kind, name);
  });

  it('is one of a table that has every field that the operator owns, and no other', async () => {
    const own = ownedOf(await current(), fieldManagerOf(controller));
    expect(own).toEqual(new Set(pointers.map(atomic)));
  });

  it.each(editable)('is put back at once: %s', (pointer) => putBack(scope(), { ...drift(pointer), change }));

  it.each(editable.filter((pointer) => !needed.test(pointer)))('is put back at once if it is removed: %s', (pointer) =>
    putBack(scope(), drift(pointer)),
  );

  it.each(pointers.filter(isImmutable))('cannot be changed, says the API server: %s', async (pointer) => {
    const value = change(valueAt(await current(), pointer));
    const error: unknown = await edit(replaced(pointer, value)).catch((reason: unknown) => reason);
    expect(isApiError(error, 422)).toBe(true);
  });

  it('and what others add stays', async () => {
    const path = child.kind === 'Job' ? '/spec' : '/spec/jobTemplate/spec';
    const changed = await edit([
      { op: 'add', path: '/metadata/labels/example.com~1team', value: 'web' },
      { op: 'add', path: '/metadata/annotations/example.com~1note', value: 'theirs' },
      { op: 'add', path: `${path}/ttlSecondsAfterFinished`, value: 3600 },
    ]);
    await settled(scope());
    const { metadata, ...now } = await current();
    expect(metadata.labels).toHaveProperty(['example.com/team'], 'web');
    expect(metadata.annotations).toHaveProperty(['example.com/note'], 'theirs');
    expect(valueAt(now, `${path}/ttlSecondsAfterFinished`)).toBe(3600);
    expect(metadata.generation).toBe(changed.metadata.generation);
  });

  it('leaves the child as it was, with one owner of what is ours', async () => {
    const now = await current();
    expect(now).toMatchObject(wanted);
    expect(() => ownEntry(now, fieldManagerOf(controller))).not.toThrow();
  });
});

describe('the container of a CronJob', () => {
  it('that somebody renames stays under its new name, while ours comes back', async () => {
    const cronJobs = scope().client.resource(bothKinds[1]!.child);
    const path = '/spec/jobTemplate/spec/template/spec/containers';
    await cronJobs.jsonPatch(keyIn(scope(), name), [{ op: 'replace', path: `${path}/0/name`, value: 'renamed' }]);
    const now = await atOnce('our container is back', async () => {
      const cronJob = await cronJobs.get(keyIn(scope(), name));
      const containers = valueAt(cronJob, path) as readonly { readonly name: string }[];
      return containers.some((container) => container.name === 'echo') && containers;
    });
    expect(now.map((container) => container.name).sort()).toEqual(['echo', 'renamed']);
  });
});
