import { describe, expect, it } from 'vitest';

import type { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import type { Job } from '@kubewright/runtime';
import { someObject, someResource } from '../../../runtime/fixtures/some-object.ts';
import { buildEchoJob, isPrinting } from './desired.ts';

const image = 'busybox:1.37';

function buildEcho(message: string, name = 'hello-world'): Echo {
  const { metadata } = someResource({ name });
  return { apiVersion: 'mmontes.io/v1alpha1', kind: 'Echo', metadata, spec: { message } };
}

function buildJob(...commands: readonly string[][]): Job {
  const containers = commands.map((command, index) => ({ name: `c${String(index)}`, command }));
  return {
    ...someObject({ name: 'hello-world' }),
    apiVersion: 'batch/v1',
    kind: 'Job',
    spec: { template: { spec: { containers } } },
  };
}

describe('the Job', () => {
  it('has the name of the Echo and a Pod that prints the message, and nothing else', () => {
    const { metadata, spec, ...rest } = buildEchoJob(buildEcho('Hola'), image);
    expect(metadata).toEqual({ name: 'hello-world' });
    expect(Object.keys(spec ?? {})).toEqual(['template']);
    expect(spec?.template?.spec?.containers).toMatchObject([
      { name: 'echo', image, command: ['printf', '%s\\n', 'Hola'] },
    ]);
    expect(rest).toEqual({});
  });

  it('depends only on the name, the message and the image', () => {
    const plain = buildEcho('Hola');
    const busy: Echo = {
      ...plain,
      metadata: { ...plain.metadata, resourceVersion: '99', labels: { team: 'a' } },
      status: { echoedGeneration: 1, succeeded: true },
    };
    expect(buildEchoJob(busy, image)).toEqual(buildEchoJob(plain, image));
  });
});

describe('an existing Job', () => {
  it.each(['Hola', '-n', '$(HOME)', '$$', '', 'a\nb'])(
    'prints the message %j if it was created for it, with any image',
    (message) => {
      const { spec } = buildEchoJob(buildEcho(message), 'other:1') as Pick<Job, 'spec'>;
      expect(isPrinting({ ...buildJob(), spec }, message)).toBe(true);
      expect(isPrinting({ ...buildJob(), spec }, `${message} `)).toBe(false);
    },
  );

  it('prints the message if the upstream operator created it for this message', () => {
    expect(isPrinting(buildJob(['echo', '$(HOME)']), '$(HOME)')).toBe(true);
    expect(isPrinting(buildJob(['echo', 'Hola']), 'Adiós')).toBe(false);
  });

  it('may have other containers, for example injected ones', () => {
    expect(isPrinting(buildJob(['sleep', '9'], ['printf', '%s\\n', 'Hola']), 'Hola')).toBe(true);
  });

  it('does not count as printing if it has arguments, unless it has our label: then admission added them', () => {
    const { spec, ...rest } = buildJob(['printf', '%s\\n', 'Hola']);
    const [container] = spec.template.spec?.containers ?? [];
    const containers = [{ ...container!, args: ['Adiós'] }];
    const edited: Job = { ...rest, spec: { template: { spec: { containers } } } };
    expect(isPrinting(edited, 'Hola')).toBe(false);
    const labels = { 'app.kubernetes.io/managed-by': 'kubewright' };
    expect(isPrinting({ ...edited, metadata: { ...edited.metadata, labels } }, 'Hola')).toBe(true);
  });

  it('with another command does not print the message', () => {
    expect(isPrinting(buildJob(['sh', '-c', 'echo Hola']), 'Hola')).toBe(false);
    expect(isPrinting(buildJob(), '')).toBe(false);
  });
});
