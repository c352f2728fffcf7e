import { beforeAll, describe, expect, it } from 'vitest';

import { Echo } from '../../../operator/src/kubewright.ts';
import { Job, Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { toKey } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { createMark, listRequests, listWrites } from '../support/requests.ts';
import { restartOperator } from '../support/restart.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { useScope } from '../support/use-scope.ts';
import { apply, buildEcho, awaitEcho, findJob, awaitNewJob, printing, setMessage } from './echos.ts';
import { listPods, readOutput } from './pods.ts';

/** Messages with text that shells, printf, echo or Kubernetes would interpret. */
const messages = {
  'an option of echo': '-n',
  'an option of printf': '--help',
  'a variable of the container': '$(HOSTNAME)',
  'a variable that every container has': '$(KUBERNETES_SERVICE_HOST) $(NONE) $((',
  'doubled dollars': '$$ $$$(HOSTNAME) $',
  'a format': '%s %d %% %',
  escapes: String.raw`\n \t \\ \0101 \c`,
  quotes: `"double" 'single' \`back\` & | ; # * ~ !`,
  'newlines and tabs': '\nfirst\n\n\tlast\n',
  unicode: 'Hola, 世界! é e\u0301 🎉 \u200f \ufeff',
  nothing: '',
  blanks: '  ',
  'a hundred thousand characters': 'x'.repeat(100_000),
} as const;

describe('the walk-through of Echo', () => {
  const scope = useScope(printing);

  beforeAll(async () => {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    await scope().client.resource(Namespace).mergePatch({ name: scope().namespace }, { metadata: { labels } });
  });

  it('EC-A1 BUG-EC-1 the upstream sample gets a Job in its own namespace, whose Pod prints the message', async () => {
    await apply(scope(), buildEcho(scope(), 'hello-world', 'Hola, 世界!'));
    const { status } = await awaitEcho(scope(), 'hello-world', 'Echoed');
    expect(await readOutput(scope(), 'hello-world')).toBe('Hola, 世界!\n');
    const job = await findJob(scope(), 'hello-world');
    expect(job?.status).toMatchObject({ succeeded: 1, completionTime: status?.completionTime });
    expect(status).toMatchObject({ jobName: 'hello-world', echoedGeneration: 1, succeeded: true });
  });

  it('EC-A1 prints every message byte for byte, under the restricted Pod Security Standard', async () => {
    const named = Object.values(messages).map((message, index) => [`exact-${String(index)}`, message] as const);
    await apply(scope(), ...named.map(([name, message]) => buildEcho(scope(), name, message)));
    const printed = await Promise.all(
      named.map(async ([name]) => {
        await awaitEcho(scope(), name, 'Echoed');
        return readOutput(scope(), name);
      }),
    );
    const subjects = Object.keys(messages);
    const table = (texts: readonly string[]) => new Map(texts.map((text, index) => [subjects[index], text]));
    expect(table(printed)).toEqual(table(named.map(([, message]) => `${message}\n`)));
  });

  it('BUG-EC-10 prints the messages of Echos whose names have dots, digits or 63 characters', async () => {
    const names = ['a.b.c', 'a'.repeat(63), '1'];
    await apply(scope(), ...names.map((name) => buildEcho(scope(), name, `I am ${name}`)));
    for (const name of names) {
      await awaitEcho(scope(), name, 'Echoed');
      expect(await readOutput(scope(), name)).toBe(`I am ${name}\n`);
    }
  });

  it('BUG-EC-3 BUG-EC-9 prints the new message when it changes, and the last one after several changes', async () => {
    await apply(scope(), buildEcho(scope(), 'changing', 'first'));
    await awaitEcho(scope(), 'changing', 'Echoed');
    const before = await findJob(scope(), 'changing');
    for (const message of ['second', 'third', 'fourth']) await setMessage(scope(), 'changing', message);
    const { status, metadata } = await awaitEcho(scope(), 'changing', 'Echoed');
    expect((await findJob(scope(), 'changing'))?.metadata.uid).not.toBe(before?.metadata.uid);
    expect(status?.echoedGeneration).toBe(metadata.generation);
    await until(
      'the Pods of the earlier Jobs are deleted',
      async () => (await listPods(scope(), 'changing')).length === 1,
    );
    expect(await readOutput(scope(), 'changing')).toBe('fourth\n');
  });

  it('an Echo causes one Job, one event and two writes of the status', async () => {
    const since = await createMark(scope());
    await apply(scope(), buildEcho(scope(), 'cheap'));
    await awaitEcho(scope(), 'cheap', 'Echoed');
    await awaitSettled(scope());
    const written = listWrites(await listRequests(scope(), since)).filter((write) => /\/cheap\b/.test(write));
    expect(written.map((write) => write.replace(/\.[0-9a-f]{16}\b/, '')).sort()).toEqual([
      ...['create events/cheap 201', 'patch echos/cheap/status 200', 'patch echos/cheap/status 200'],
      'patch jobs/cheap 201',
    ]);
  });

  it('EC-A4 writes nothing and runs nothing when an Echo is applied again, or the operator restarts', async () => {
    const before = await findJob(scope(), 'hello-world');
    const since = await createMark(scope());
    await apply(scope(), buildEcho(scope(), 'hello-world', 'Hola, 世界!'));
    await restartOperator(scope());
    await awaitSettled(scope());
    expect(await findJob(scope(), 'hello-world')).toEqual(before);
    const written = listWrites(await listRequests(scope(), since));
    expect(written.filter((write) => !write.includes('witness-'))).toEqual([]);
  });

  it('BUG-EC-5 does not print again when the Job of a printed message is deleted, nor after a restart', async () => {
    await scope().client.resource(Job).delete(toKey(scope(), 'hello-world'), { propagation: 'Background' });
    await until('the Pod of the Job is deleted', async () => (await listPods(scope(), 'hello-world')).length === 0);
    await restartOperator(scope());
    await awaitSettled(scope());
    const { status } = await awaitEcho(scope(), 'hello-world', 'Echoed');
    expect(await findJob(scope(), 'hello-world')).toBeUndefined();
    expect(status).toMatchObject({ echoedGeneration: 1, succeeded: true });
    expect(status).toMatchObject({ jobName: '' });
  });

  it('BUG-EC-8 prints again for an Echo that is deleted and created again at once', async () => {
    await apply(scope(), buildEcho(scope(), 'again', 'same'));
    await awaitEcho(scope(), 'again', 'Echoed');
    const before = await findJob(scope(), 'again');
    await scope().client.resource(Echo).delete(toKey(scope(), 'again'), { propagation: 'Background' });
    await apply(scope(), buildEcho(scope(), 'again', 'same'));
    await awaitEcho(scope(), 'again', 'Echoed');
    expect((await awaitNewJob(scope(), 'again', before)).metadata.ownerReferences?.[0]?.uid).toBe(
      (await scope().client.resource(Echo).get(toKey(scope(), 'again'))).metadata.uid,
    );
  });

  it('EC-A5 deletes the Job and its Pod with the Echo', async () => {
    await scope().client.resource(Echo).delete(toKey(scope(), 'again'), { propagation: 'Background' });
    await until('the Job and its Pod are deleted', async () => {
      return (await findJob(scope(), 'again')) === undefined && (await listPods(scope(), 'again')).length === 0;
    });
  });
});
