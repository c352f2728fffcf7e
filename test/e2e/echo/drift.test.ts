import { beforeAll, describe, expect, it } from 'vitest';

import { jobFor } from '../../../operator/src/controllers/echo/desired.ts';
import { cronJobFor } from '../../../operator/src/controllers/scheduled-echo/desired.ts';
import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { isApiError, type JsonPatchOperation } from '../../../operator/runtime/src/client/index.ts';
import { Job } from '../../../operator/runtime/src/kinds/index.ts';
import { withoutNulls } from '../../../operator/testing/src/in-memory-api-server/json.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { fieldManagerOf, ownEntry } from '../support/applied-fields.ts';
import { atOnce } from '../support/at-once.ts';
import { type Drift, edited, fieldsOf, ownedOf, expectEditUndone, unsetAgain, unsetIn } from '../support/drift.ts';
import { added, replaced, valueAt } from '../support/json-pointer.ts';
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

/** What is desired, from the very functions that say so. */
const desired = {
  Echo: (one: KubeObject) => jobFor(one as StoredEcho, simulatedImage),
  ScheduledEcho: (one: KubeObject) =>
    cronJobFor(one as StoredScheduledEcho, { image: simulatedImage, found: undefined }),
};

/** A container is identified by its name: renamed it is another one. */
const named = /\/containers\/0\/name$/;
/** The path of the atomic list that a path leads into: it has one owner as a whole. */
const atomic = (pointer: string): string => pointer.replace(/\/(command|drop)\/\d+$/, '/$1');
/** Fields that are required or that the API server defaults to the same value, and items of lists without keys. */
const needed = /\/(schedule|suspend|restartPolicy|image|name|type|\d+)$/;

const others = {
  '@yearly': '@monthly',
  UTC: 'Europe/Madrid',
  Forbid: 'Allow',
  Never: 'OnFailure',
  RuntimeDefault: 'Unconfined',
};

const container = '/spec/template/spec/containers/0';
/** What would change what a field of ours means, and what somebody might set it to. */
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

describe.each(bothKinds)('a field of the child of $api.kind that somebody changes', (kind) => {
  const { api, child, controller, manifest } = kind;
  const written =
    api.kind === 'Echo' ? manifest({ namespace: 'any' }, name) : scheduledEcho({ namespace: 'any' }, name, timing);
  const wanted = desired[api.kind as keyof typeof desired](written as unknown as KubeObject);
  const pointers = fieldsOf(wanted, { kind: api.kind, name }).map(({ pointer }) => pointer);
  const isImmutable = (pointer: string): boolean => child.kind === 'Job' && pointer.startsWith('/spec/template/');
  const foreign = foreignOf[api.kind] ?? {};
  const editable = pointers.filter((pointer) => !isImmutable(pointer) && !named.test(pointer) && !(pointer in foreign));

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

  it.each(editable)('is restored at once: %s', (pointer) => expectEditUndone(scope(), { ...drift(pointer), change }));

  it.each(editable.filter((pointer) => !needed.test(pointer)))('is restored at once if it is removed: %s', (pointer) =>
    expectEditUndone(scope(), drift(pointer)),
  );

  it('that would change what another one means is one of a table', () => {
    expect(unsetIn(fieldsOf(wanted, { kind: api.kind, name })).toSorted()).toEqual(Object.keys(foreign).toSorted());
  });

  it.each(Object.entries(foreign).filter(([pointer]) => !isImmutable(pointer)))(
    'is unset again at once where it would: %s',
    (pointer, value) => unsetAgain(scope(), drift(pointer), value),
  );

  it.each(Object.entries(foreign).filter(([pointer]) => isImmutable(pointer)))(
    'cannot be set where it would, says the API server: %s',
    async (pointer, value) => {
      const error: unknown = await edit(added(pointer, value)).catch((reason: unknown) => reason);
      expect(isApiError(error, 422)).toBe(true);
    },
  );

  it.each(pointers.filter((pointer) => isImmutable(pointer) && !(pointer in foreign)))(
    'cannot be changed, says the API server: %s',
    async (pointer) => {
      const value = change(valueAt(await current(), pointer));
      const error: unknown = await edit(replaced(pointer, value)).catch((reason: unknown) => reason);
      expect(isApiError(error, 422)).toBe(true);
    },
  );

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
    expect(now).toMatchObject(withoutNulls(wanted) as object);
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

describe('the time zone of a CronJob', () => {
  it('that its ScheduledEcho does not name is that of the cluster, whatever somebody sets', async () => {
    const elsewhere = scheduledEcho(scope(), 'anywhere');
    await apply(scope(), elsewhere);
    await works(scope(), bothKinds[1]!, 'anywhere');
    await unsetAgain(scope(), { kind: bothKinds[1]!.child, name: 'anywhere', pointer: '/spec/timeZone' }, 'Asia/Tokyo');
  });
});

describe('a Job that is handed to an Echo', () => {
  it('is replaced where arguments stand beside the command that prints its message', async () => {
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
    const ours = await until('it has a Job without arguments', async () => {
      const job = await jobOf(scope(), 'handed');
      return job?.spec.template.spec?.containers[0]?.args === undefined && job;
    });
    expect(ours.spec.template.spec?.containers[0]?.command).toEqual(theirs.command);
    expect(await warningsAbout(scope(), owner)).toEqual([]);
  });
});
