import { describe, expect, it } from 'vitest';

import { readManifests } from '../../support/manifests.ts';
import { computeKstatus } from '../../support/kstatus.ts';
import { useKubectl } from '../support/kubectl.ts';
import { useScope } from '../support/use-scope.ts';
import { bothKinds } from './both-kinds.ts';
import {
  apply,
  findCronJob,
  buildEcho,
  awaitEcho,
  awaitNewJob,
  awaitScheduledEcho,
  simulated,
  getEcho,
} from './echos.ts';
import { endPods } from './pods.ts';

/** The upstream samples, without their namespace. */
const originals = `
apiVersion: mmontes.io/v1alpha1
kind: Echo
metadata:
  name: hello-world
spec:
  message: "Hola, 世界!"
---
apiVersion: mmontes.io/v1alpha1
kind: ScheduledEcho
metadata:
  name: hello-world-scheduled
spec:
  message: "Hola, 世界!"
  schedule: "*/1 * * * *"
`;

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');

const scope = useScope(simulated);
const kubectl = useKubectl();

describe('kubectl', () => {
  const inScope = (...args: string[]): Promise<string> => kubectl(['--namespace', scope().namespace, ...args]);
  const applied = (manifests: string): Promise<string> =>
    kubectl(['--namespace', scope().namespace, 'apply', '--validate=strict', '-f', '-'], { input: manifests });

  it('applies the upstream samples with strict validation, and a second time without a change', async () => {
    expect(await applied(originals)).toMatch(/created\n.*created/);
    await awaitEcho(scope(), 'hello-world', 'Running');
    await awaitScheduledEcho(scope(), 'hello-world-scheduled', 'Scheduled');
    expect(await applied(originals)).toMatch(/unchanged\n.*unchanged/);
    const shipped = readManifests('embedded', 'samples').filter(({ apiVersion }) =>
      apiVersion.startsWith('mmontes.io'),
    );
    expect(shipped).toMatchObject([
      { kind: 'Echo', metadata: { name: 'hello-world' }, spec: { message: 'Hola, 世界!' } },
      {
        ...{ kind: 'ScheduledEcho', metadata: { name: 'hello-world-scheduled' } },
        spec: { message: 'Hola, 世界!', schedule: '*/1 * * * *' },
      },
    ]);
  });

  it('wait --for=condition=Ready returns once the message of an Echo is printed', async () => {
    const waiting = inScope('wait', '--for=condition=Ready', '--timeout=30s', 'ec/hello-world');
    await endPods(scope(), await awaitNewJob(scope(), 'hello-world'));
    expect(await waiting).toContain('condition met');
    const now = await getEcho(scope(), 'hello-world');
    expect(computeKstatus(now)).toBe('Current');
  });

  it('wait --for=condition=Ready returns once the CronJob of a ScheduledEcho has the new schedule', async () => {
    await inScope('patch', 'sec', 'hello-world-scheduled', '--type=merge', '--patch={"spec":{"schedule":"@hourly"}}');
    const waiting = inScope('wait', '--for=condition=Ready', '--timeout=30s', 'sec/hello-world-scheduled');
    expect(await waiting).toContain('condition met');
    expect((await findCronJob(scope(), 'hello-world-scheduled'))?.spec.schedule).toBe('@hourly');
    expect(computeKstatus(await awaitScheduledEcho(scope(), 'hello-world-scheduled', 'Scheduled'))).toBe('Current');
  });
});

describe('the API server', () => {
  /** The message with which the API server rejects a new object in a dry run; empty if it accepts the object. */
  async function getRejection(manifest: object): Promise<string> {
    const args = ['--namespace', scope().namespace, 'create', '--dry-run=server', '-f', '-'];
    return kubectl(args, { input: JSON.stringify(manifest) }).then(
      () => '',
      (error: unknown) => String(error),
    );
  }
  const buildManifest = (kind: string, name: string, spec?: object): object => ({
    apiVersion: 'mmontes.io/v1alpha1',
    kind,
    metadata: { name },
    ...(spec && { spec }),
  });
  const message = 'Hola';

  it.each<[string, object, string]>([
    ['an Echo without a spec', buildManifest('Echo', 'a'), 'spec is required'],
    ['an Echo without a message', buildManifest('Echo', 'a', {}), 'spec.message: Required value'],
    ['a ScheduledEcho without a spec', buildManifest('ScheduledEcho', 'a'), 'spec is required'],
    [
      'a ScheduledEcho without a message',
      buildManifest('ScheduledEcho', 'a', { schedule: '@daily' }),
      'spec.message: Required value',
    ],
    [
      'a ScheduledEcho without a schedule',
      buildManifest('ScheduledEcho', 'a', { message }),
      'spec.schedule: Required value',
    ],
    [
      'a ScheduledEcho with an empty schedule',
      buildManifest('ScheduledEcho', 'a', { message, schedule: '' }),
      'at least 1 chars long',
    ],
    [
      'an Echo with a NUL in its message',
      buildManifest('Echo', 'a', { message: 'a\0b' }),
      'message must not contain the character NUL',
    ],
    [
      'an Echo with a message of too many characters',
      buildManifest('Echo', 'a', { message: 'a'.repeat(131_072) }),
      'Too long: may not be more than 131071',
    ],
    [
      'an Echo with a message of too many bytes',
      buildManifest('Echo', 'a', { message: 'é'.repeat(65_536) }),
      'message must be at most 131071 bytes in UTF-8',
    ],
    [
      'BUG-EC-10 an Echo with a name of 64 characters',
      buildManifest('Echo', 'a'.repeat(64), { message }),
      'metadata.name must be at most 63',
    ],
    [
      'BUG-EC-10 a ScheduledEcho with a name of 53 characters',
      buildManifest('ScheduledEcho', 'a'.repeat(53), { message, schedule: '@daily' }),
      'metadata.name must be at most 52 characters',
    ],
  ])('rejects %s, and lists the allowed values', async (_what, manifest, reason) => {
    expect(words(await getRejection(manifest))).toContain(reason);
  });

  it('BUG-EC-13 allows blockOwnerDeletion only with a permission on the owner, which the operator has', async () => {
    const user = `--as=${scope().operator.user}`;
    for (const { api } of bothKinds) {
      const right = ['update', `${api.plural}.mmontes.io`, '--subresource=finalizers'];
      const asked = kubectl(['auth', 'can-i', ...right, user, '-n', scope().namespace]);
      expect((await asked).trim()).toBe('yes');
    }
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'a', blockOwnerDeletion: true };
    const job = {
      ...{ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'blocking', ownerReferences: [owner] } },
      spec: bothKinds[0]?.foreignSpec,
    };
    const args = ['create', user, '-n', scope().namespace, '--validate=false', '-f', '-'];
    const refused = await kubectl(args, { input: JSON.stringify(job) }).catch(String);
    expect(refused).toContain('cannot set blockOwnerDeletion');
  });

  it('BUG-EC-10 accepts the longest names and messages, and their children work', async () => {
    const [forJob, forCronJob] = ['a'.repeat(63), `a.${'b'.repeat(50)}`];
    await apply(scope(), buildEcho(scope(), forJob, 'é'.repeat(65_535)), bothKinds[1]!.manifest(scope(), forCronJob));
    await endPods(scope(), await awaitNewJob(scope(), forJob));
    await awaitEcho(scope(), forJob, 'Echoed');
    await awaitScheduledEcho(scope(), forCronJob, 'Scheduled');
  });
});
