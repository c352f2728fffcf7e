import { beforeAll, describe, expect, it } from 'vitest';
import { type PatchOperation, valueAt } from '@kubewright/declaration';

import { jobFor } from '../../../operator/src/controllers/echo/desired.ts';
import { cronJobFor } from '../../../operator/src/controllers/scheduled-echo/desired.ts';
import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { isApiError } from '../../../operator/runtime/src/client/index.ts';
import { Job } from '../../../operator/runtime/src/kinds/index.ts';
import { withoutNulls } from '../../../operator/testing/src/in-memory-api-server/json.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { fieldManagerOf, ownEntry } from '../support/applied-fields.ts';
import { atOnce } from '../support/at-once.ts';
import { type Drift, edited, fieldsOf, ownedOf, expectEditUndone, unsetAgain, unsetIn } from '../support/drift.ts';
import { added, replaced } from '../support/json-pointer.ts';
import { whileNoneRuns } from '../support/restart.ts';
import { settled } from '../support/settled.ts';
import { warningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { bothKinds, referenceTo, works } from './both-kinds.ts';
import {
  apply,
  echo,
  jobOf,
  newJobOf,
  scheduledEcho,
  simulated,
  simulatedImage,
  type StoredEcho,
  type StoredScheduledEcho,
} from './echos.ts';

const name = 'drifting';
const timing = { timeZone: 'UTC', suspend: false };

/** The desired child of each kind, computed by the functions that the controllers use. */
const desired = {
  Echo: (one: KubeObject) => jobFor(one as StoredEcho, simulatedImage),
  ScheduledEcho: (one: KubeObject) =>
    cronJobFor(one as StoredScheduledEcho, { image: simulatedImage, found: undefined }),
};

/** The name of a container is its list key: a renamed container is another item. */
const named = /\/containers\/0\/name$/;
/** Cuts a path into an atomic list off at the list: `managedFields` records an owner of the whole list only. */
const atomic = (pointer: string): string => pointer.replace(/\/(command|drop)\/\d+$/, '/$1');
/** Fields that cannot be removed: required, defaulted to the value that we set, or items of a list without keys. */
const needed = /\/(schedule|suspend|restartPolicy|image|name|type|\d+)$/;

const others = {
  '@yearly': '@monthly',
  UTC: 'Europe/Madrid',
  Forbid: 'Allow',
  Never: 'OnFailure',
  RuntimeDefault: 'Unconfined',
};

const container = '/spec/template/spec/containers/0';
/** Fields that we keep unset because they would change the meaning of ours, each with a value somebody might set. */
const foreignInTemplate: Readonly<Record<string, unknown>> = {
  [`${container}/args`]: ['and this'],
  [`${container}/restartPolicy`]: 'Always',
  [`${container}/securityContext/capabilities/add`]: ['NET_ADMIN'],
  [`${container}/securityContext/runAsUser`]: 1000,
  [`${container}/securityContext/runAsNonRoot`]: false,
};
const foreignOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Echo: foreignInTemplate,
  ScheduledEcho: {
    ...Object.fromEntries(Object.entries(foreignInTemplate).map(([at, value]) => [`/spec/jobTemplate${at}`, value])),
    '/spec/jobTemplate/spec/suspend': true,
    '/spec/jobTemplate/spec/completions': 3,
    '/spec/jobTemplate/spec/parallelism': 0,
  },
};

const scope = useScope(simulated);

describe.each(bothKinds)('the child of $api.kind, if somebody edits it,', (kind) => {
  const { api, child, controller, manifest } = kind;
  const written =
    api.kind === 'Echo' ? manifest({ namespace: 'any' }, name) : scheduledEcho({ namespace: 'any' }, name, timing);
  const wanted = desired[api.kind as keyof typeof desired](written as unknown as KubeObject);
  const pointers = fieldsOf(wanted, { kind: api.kind, name }).map(({ pointer }) => pointer);
  const isImmutable = (pointer: string): boolean => child.kind === 'Job' && pointer.startsWith('/spec/template/');
  const foreign = foreignOf[api.kind] ?? {};
  const editable = pointers.filter((pointer) => !isImmutable(pointer) && !named.test(pointer) && !(pointer in foreign));

  const current = (): Promise<KubeObject> => scope().client.resource(child).get(keyIn(scope(), name));
  const edit = (operations: readonly PatchOperation[]): Promise<KubeObject> =>
    scope().client.resource(child).jsonPatch(keyIn(scope(), name), operations);

  const change = (value: unknown): unknown => edited(value, others);
  const drift = (pointer: string): Drift => ({ kind: child, name, pointer });

  beforeAll(async () => {
    await apply(scope(), { ...written, metadata: keyIn(scope(), name) });
    await works(scope(), kind, name);
  });

  it('has the operator as the owner of exactly the fields that are tested here', async () => {
    const own = ownedOf(await current(), fieldManagerOf(controller));
    expect(own).toEqual(new Set(pointers.map(atomic)));
  });

  it.each(editable)('gets a changed field back at once: %s', (pointer) =>
    expectEditUndone(scope(), { ...drift(pointer), change }),
  );

  it.each(editable.filter((pointer) => !needed.test(pointer)))('gets a removed field back at once: %s', (pointer) =>
    expectEditUndone(scope(), drift(pointer)),
  );

  it('keeps exactly these fields unset, which would change the meaning of ours', () => {
    expect(unsetIn(fieldsOf(wanted, { kind: api.kind, name })).toSorted()).toEqual(Object.keys(foreign).toSorted());
  });

  it.each(Object.entries(foreign).filter(([pointer]) => !isImmutable(pointer)))(
    'loses at once a field that would change the meaning of ours: %s',
    (pointer, value) => unsetAgain(scope(), drift(pointer), value),
  );

  it.each(Object.entries(foreign).filter(([pointer]) => isImmutable(pointer)))(
    'cannot get a field that would change the meaning of ours, because the API server refuses it: %s',
    async (pointer, value) => {
      const error: unknown = await edit(added(pointer, value)).catch((reason: unknown) => reason);
      expect(isApiError(error, 422)).toBe(true);
    },
  );

  it.each(pointers.filter((pointer) => isImmutable(pointer) && !(pointer in foreign)))(
    'cannot get another value in an immutable field, because the API server refuses it: %s',
    async (pointer) => {
      const value = change(valueAt(await current(), pointer));
      const error: unknown = await edit(replaced(pointer, value)).catch((reason: unknown) => reason);
      expect(isApiError(error, 422)).toBe(true);
    },
  );

  it('keeps the labels, annotations and fields that others add', async () => {
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

  it('equals the desired state after all edits, and our fields have one owner', async () => {
    const now = await current();
    expect(now).toMatchObject(withoutNulls(wanted) as object);
    expect(() => ownEntry(now, fieldManagerOf(controller))).not.toThrow();
  });
});

describe('the container of a CronJob', () => {
  it('is added again when somebody renames it, and the renamed one stays', async () => {
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

describe('the time zone of a CronJob', () => {
  it('is unset again when somebody sets it and the ScheduledEcho has none', async () => {
    const elsewhere = scheduledEcho(scope(), 'anywhere');
    await apply(scope(), elsewhere);
    await works(scope(), bothKinds[1]!, 'anywhere');
    await unsetAgain(scope(), { kind: bothKinds[1]!.child, name: 'anywhere', pointer: '/spec/timeZone' }, 'Asia/Tokyo');
  });
});

describe('a Job that somebody creates with an owner reference to an Echo', () => {
  it('is replaced if its container has arguments besides the command that prints the message', async () => {
    const [kind] = bothKinds;
    if (kind === undefined) throw new Error('there is no kind');
    const jobs = scope().client.resource(Job);
    const [owner] = await apply(scope(), echo(scope(), 'handed'));
    if (owner === undefined) throw new Error('no Echo was created');
    const job = await newJobOf(scope(), 'handed');
    const theirs = { ...job.spec.template.spec!.containers[0]!, args: ['Adiós'] };
    await whileNoneRuns(scope(), async () => {
      await jobs.delete(job.metadata, { propagation: 'Background' });
      await until('the Job is deleted', async () => (await jobOf(scope(), 'handed')) === undefined);
      await jobs.create({
        ...{ apiVersion: 'batch/v1', kind: 'Job' },
        metadata: { ...keyIn(scope(), 'handed'), ownerReferences: [referenceTo(kind, owner)] },
        spec: { template: { spec: { restartPolicy: 'Never', containers: [theirs] } } },
      });
    });
    const ours = await until('the Echo has a Job without arguments', async () => {
      const job = await jobOf(scope(), 'handed');
      return job?.spec.template.spec?.containers[0]?.args === undefined && job;
    });
    expect(ours.spec.template.spec?.containers[0]?.command).toEqual(theirs.command);
    expect(await warningsAbout(scope(), owner)).toEqual([]);
  });
});
