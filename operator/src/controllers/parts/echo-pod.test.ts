import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { expand } from '../../../control-plane/src/node/environment/index.ts';
import { buildEchoPod, echoSettings, buildPrintCommand } from './echo-pod.ts';

describe('the Pod that prints a message', () => {
  it('has one container, which prints and exits, with the configured image', () => {
    const { spec } = buildEchoPod({ message: 'Hola', image: 'busybox:1.37' });
    expect(spec?.restartPolicy).toBe('Never');
    expect(spec?.containers).toMatchObject([
      { name: 'echo', image: 'busybox:1.37', command: ['printf', String.raw`%s\n`, 'Hola'] },
    ]);
  });

  it('BUG-EC-10 names its container echo, regardless of the owner’s name, unless another name is given', () => {
    const getContainerName = (container?: string) =>
      buildEchoPod({ message: '', image: 'i', ...(container !== undefined && { container }) }).spec?.containers?.[0]
        ?.name;
    expect([getContainerName(), getContainerName('hello')]).toEqual(['echo', 'hello']);
  });

  it('sets fields to null that would change the output of its command, or the number of runs', () => {
    const { spec } = buildEchoPod({ message: 'Hola', image: 'busybox:1.37' });
    expect(spec?.containers?.[0]).toMatchObject({ args: null, restartPolicy: null });
  });

  it('needs no permission that Pod Security restricts, and no token', () => {
    const { spec } = buildEchoPod({ message: 'Hola', image: 'busybox:1.37' });
    expect(spec?.securityContext).toEqual({
      ...{ runAsNonRoot: true, runAsUser: 65_534, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(spec?.containers?.[0]?.securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'], add: null } },
      ...{ runAsUser: null, runAsNonRoot: null },
    });
    expect(spec?.automountServiceAccountToken).toBe(false);
  });
});

describe('the command', () => {
  it.each([
    ['-n', '-n'],
    ['$(HOSTNAME)', '$$(HOSTNAME)'],
    ['$$', '$$$$'],
    ['%s', '%s'],
    ['a\n"b"\t\'c\'\\n', 'a\n"b"\t\'c\'\\n'],
    ['Hola, 世界! 🎉', 'Hola, 世界! 🎉'],
    ['', ''],
  ])('has the message %j as a single argument: %j', (message, argument) => {
    expect(buildPrintCommand(message)).toEqual(['printf', String.raw`%s\n`, argument]);
  });

  it('reaches the container unchanged, although Kubernetes expands variables', () => {
    const variables = new Map([
      ['A', 'replaced'],
      ['', 'replaced'],
    ]);
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('$', '(', ')', 'A', '\\') }),
    );
    fc.assert(
      fc.property(texts, (message) => {
        expect(buildPrintCommand(message).map((word) => expand(word, variables))).toEqual([
          'printf',
          String.raw`%s\n`,
          message,
        ]);
      }),
    );
  });
});

it('the default image has a version tag', () => {
  expect(echoSettings.echoImage.default).toMatch(/^busybox:\d+\.\d+$/);
});
