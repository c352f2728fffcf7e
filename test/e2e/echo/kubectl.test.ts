import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import type { CustomResourceDefinition, JSONSchemaProps } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf } from '../../support/conditions.ts';
import { readManifests } from '../../support/manifests.ts';
import { until } from '../../support/until.ts';
import { kstatus } from '../../support/kstatus.ts';
import { useKubectl } from '../support/kubectl.ts';
import { settled } from '../support/settled.ts';
import { eventsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { bothKinds, works } from './both-kinds.ts';
import {
  apply,
  cronJobOf,
  echo,
  echoWith,
  newJobOf,
  say,
  scheduledEcho,
  scheduledEchoWith,
  simulated,
  storedEcho,
} from './echos.ts';
import { endPodsOf } from './pods.ts';

/** The samples of the original operator, without their namespace. */
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

/** The fields of `spec` or `status`, with their descriptions. */
function fieldsOf(plural: string, part: 'spec' | 'status'): readonly (readonly [string, string])[] {
  const file = path.join(import.meta.dirname, `../../../operator/crds/mmontes.io_${plural}.yaml`);
  const crd = parse(readFileSync(file, 'utf8')) as CustomResourceDefinition;
  const schema = crd.spec.versions[0]?.schema?.openAPIV3Schema?.properties?.[part] as JSONSchemaProps;
  return Object.entries(schema.properties ?? {}).map(([name, { description }]) => [name, description ?? '']);
}

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');

const scope = useScope(simulated);
const kubectl = useKubectl();

describe('kubectl', () => {
  const inScope = (...args: string[]): Promise<string> => kubectl(['--namespace', scope().namespace, ...args]);
  const applied = (manifests: string): Promise<string> =>
    kubectl(['--namespace', scope().namespace, 'apply', '--validate=strict', '-f', '-'], { input: manifests });
  const rows = (table: string): string[][] =>
    table
      .trim()
      .split('\n')
      .map((row) => row.split(/\s{2,}/));

  it('applies the samples of the original operator with strict validation, and a second time without a change', async () => {
    expect(await applied(originals)).toMatch(/created\n.*created/);
    await echoWith(scope(), 'hello-world', 'Running');
    await scheduledEchoWith(scope(), 'hello-world-scheduled', 'Scheduled');
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
    await endPodsOf(scope(), await newJobOf(scope(), 'hello-world'));
    expect(await waiting).toContain('condition met');
    const now = await storedEcho(scope(), 'hello-world');
    expect(kstatus(now)).toBe('Current');
  });

  it('wait --for=condition=Ready returns once the CronJob of a ScheduledEcho has the new schedule', async () => {
    await inScope('patch', 'sec', 'hello-world-scheduled', '--type=merge', '--patch={"spec":{"schedule":"@hourly"}}');
    const waiting = inScope('wait', '--for=condition=Ready', '--timeout=30s', 'sec/hello-world-scheduled');
    expect(await waiting).toContain('condition met');
    expect((await cronJobOf(scope(), 'hello-world-scheduled'))?.spec.schedule).toBe('@hourly');
    expect(kstatus(await scheduledEchoWith(scope(), 'hello-world-scheduled', 'Scheduled'))).toBe('Current');
  });

  it('get lists the printer columns, and more of them with -o wide', async () => {
    const [head, row = []] = rows(await inScope('get', 'ec', 'hello-world'));
    expect(head).toEqual(['NAME', 'READY', 'REASON', 'COMPLETED', 'AGE', 'MESSAGE']);
    expect(row.slice(0, 3)).toEqual(['hello-world', 'True', 'Echoed']);
    expect(row.at(-1)).toBe('Hola, 世界!');
    const [wide, scheduled = []] = rows(await inScope('get', 'sec', 'hello-world-scheduled', '-o', 'wide'));
    expect(wide).toEqual([
      ...['NAME', 'READY', 'REASON', 'SCHEDULE', 'TIME ZONE', 'SUSPEND', 'ACTIVE', 'LAST SCHEDULE', 'AGE', 'MESSAGE'],
    ]);
    expect(scheduled.slice(0, 4)).toEqual(['hello-world-scheduled', 'True', 'Scheduled', '@hourly']);
    expect((await inScope('get', 'scheduledechos')).split('\n')[0]).not.toContain('REASON');
  });

  it.each(bothKinds.flatMap(({ api }) => [[api.plural, 'spec'] as const, [api.plural, 'status'] as const]))(
    'explain describes every field of %s.%s',
    async (plural, part) => {
      const explained = words(await kubectl(['explain', `${plural}.${part}`]));
      for (const [name, description] of fieldsOf(plural, part)) {
        expect(description).not.toBe('');
        expect(explained).toMatch(new RegExp(String.raw`\b${name} <`));
        expect(explained).toContain(words(description));
      }
    },
  );

  it('describe shows an Echo with one event for each Job that was created or deleted', async () => {
    await apply(scope(), echo(scope(), 'described'));
    const job = await newJobOf(scope(), 'described');
    await say(scope(), 'described', 'another');
    await newJobOf(scope(), 'described', job);
    await settled(scope());
    const now = await storedEcho(scope(), 'described');
    const events = await eventsAbout(scope(), now);
    const { namespace } = scope();
    expect(events.map(({ type, note }) => `${type ?? ''} ${note ?? ''}`)).toEqual([
      ...[
        `Normal Created Job ${namespace}/described`,
        `Normal Deleted Job ${namespace}/described: it does not print spec.message`,
        `Normal Created Job ${namespace}/described`,
      ],
    ]);
    expect(events[0]).toMatchObject({
      reportingController: 'kubewright/echo',
      regarding: { kind: 'Echo', name: 'described' },
    });
    expect(await inScope('describe', 'ec', 'described')).toMatch(
      /Normal +Deleted .*Deleted Job \S+\/described: it does not print spec\.message$/m,
    );
  });

  it('describe shows a ScheduledEcho with one event for each created CronJob, and a warning for a bad schedule', async () => {
    await apply(scope(), scheduledEcho(scope(), 'described'));
    await scheduledEchoWith(scope(), 'described', 'Scheduled');
    const { metadata } = (await cronJobOf(scope(), 'described'))!;
    await inScope('delete', 'cronjob', 'described');
    await until('the CronJob is created again', async () => {
      const now = await cronJobOf(scope(), 'described');
      return now !== undefined && now.metadata.uid !== metadata.uid;
    });
    await apply(scope(), scheduledEcho(scope(), 'described', { schedule: 'never' }));
    await settled(scope());
    const now = await scheduledEchoWith(scope(), 'described', 'Invalid');
    const events = await eventsAbout(scope(), now);
    const created = `Created CronJob ${scope().namespace}/described`;
    expect(events.map(({ type, reason, note }) => (type === 'Normal' ? note : reason))).toEqual([
      ...[created, created, 'Invalid'],
    ]);
    expect(events[0]).toMatchObject({
      reportingController: 'kubewright/scheduled-echo',
      regarding: { kind: 'ScheduledEcho', name: 'described' },
    });
    const described = await inScope('describe', 'sec', 'described');
    expect(described.match(/Normal +Created .*Created CronJob \S+\/described$/gm)).toHaveLength(2);
    expect(described).toMatch(/Warning +Invalid .*spec\.schedule: Invalid value: "never"/);
  });

  it.each(bothKinds)(
    'and other clients read the state of a $api.kind from its conditions, as kstatus does',
    async (kind) => {
      await apply(scope(), kind.manifest(scope(), 'read'));
      const now = await works(scope(), kind, 'read');
      expect(conditionOf(now, 'Stalled')).toBeUndefined();
      expect(kstatus(now)).toBe(kind.works.status === 'True' ? 'Current' : 'InProgress');
    },
  );
});

describe('the API server', () => {
  /** Why the API server refuses to create a resource, by a dry run; empty if it would create it. */
  async function refusalOf(manifest: object): Promise<string> {
    const args = ['--namespace', scope().namespace, 'create', '--dry-run=server', '-f', '-'];
    return kubectl(args, { input: JSON.stringify(manifest) }).then(
      () => '',
      (error: unknown) => String(error),
    );
  }
  const manifestOf = (kind: string, name: string, spec?: object): object => ({
    apiVersion: 'mmontes.io/v1alpha1',
    kind,
    metadata: { name },
    ...(spec && { spec }),
  });
  const message = 'Hola';

  it.each<[string, object, string]>([
    ['an Echo without a spec', manifestOf('Echo', 'a'), 'spec is required'],
    ['an Echo without a message', manifestOf('Echo', 'a', {}), 'spec.message: Required value'],
    ['a ScheduledEcho without a spec', manifestOf('ScheduledEcho', 'a'), 'spec is required'],
    [
      'a ScheduledEcho without a message',
      manifestOf('ScheduledEcho', 'a', { schedule: '@daily' }),
      'spec.message: Required value',
    ],
    [
      'a ScheduledEcho without a schedule',
      manifestOf('ScheduledEcho', 'a', { message }),
      'spec.schedule: Required value',
    ],
    [
      'a ScheduledEcho with an empty schedule',
      manifestOf('ScheduledEcho', 'a', { message, schedule: '' }),
      'at least 1 chars long',
    ],
    [
      'an Echo with a NUL in its message',
      manifestOf('Echo', 'a', { message: 'a\0b' }),
      'message must not contain the character NUL',
    ],
    [
      'an Echo with a message of too many characters',
      manifestOf('Echo', 'a', { message: 'a'.repeat(131_072) }),
      'Too long: may not be more than 131071',
    ],
    [
      'an Echo with a message of too many bytes',
      manifestOf('Echo', 'a', { message: 'é'.repeat(65_536) }),
      'message must be at most 131071 bytes in UTF-8',
    ],
    [
      'BUG-EC-10 an Echo with a name of 64 characters',
      manifestOf('Echo', 'a'.repeat(64), { message }),
      'metadata.name must be at most 63',
    ],
    [
      'BUG-EC-10 a ScheduledEcho with a name of 53 characters',
      manifestOf('ScheduledEcho', 'a'.repeat(53), { message, schedule: '@daily' }),
      'metadata.name must be at most 52 characters',
    ],
  ])('refuses %s, and says what is allowed', async (_what, manifest, reason) => {
    expect(words(await refusalOf(manifest))).toContain(reason);
  });

  it('BUG-EC-13 allows blockOwnerDeletion only with a right on the owner, which the operator has on its resources', async () => {
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
    await apply(scope(), echo(scope(), forJob, 'é'.repeat(65_535)), bothKinds[1]!.manifest(scope(), forCronJob));
    await endPodsOf(scope(), await newJobOf(scope(), forJob));
    await echoWith(scope(), forJob, 'Echoed');
    await scheduledEchoWith(scope(), forCronJob, 'Scheduled');
  });
});
