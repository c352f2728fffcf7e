import { describe, expect, expectTypeOf, it } from 'vitest';

import type { OperatorProps } from '../options/index.ts';
import { OptionErrors } from './option-errors.ts';
import { mergeProps } from './merge.ts';

const environment = {
  namespace: 'system',
  replicas: 3,
  image: { repository: 'registry.example/a', tag: '1' },
  resources: { cpuRequest: '1', memoryRequest: '1Gi' },
  settings: { workers: 20, logLevel: 'debug' },
  webhooks: { certificate: { secret: 'tls' }, timeoutSeconds: 5 },
  pod: {
    nodeSelector: { disk: 'ssd', zone: 'a' },
    tolerations: [{ key: 'platform', operator: 'Exists' }],
    securityContext: { runAsUser: 7 },
  },
} as const;

function mergeValid(props: OperatorProps): object {
  const errors = new OptionErrors();
  const { environment: _, ...options } = mergeProps({ environment, ...props }, errors);
  expect(errors.texts).toEqual([]);
  return options;
}

const { namespace: __, ...options } = environment;

describe('options that override an environment', () => {
  it('default to those of the environment', () => {
    expect(mergeValid({})).toEqual(options);
    expect(mergeValid({ replicas: undefined } as object)).toEqual(options);
  });

  it('are merged at every depth: adding a node label retains tolerations', () => {
    const given = mergeValid({ pod: { nodeSelector: { zone: 'b' } }, resources: { memoryLimit: '2Gi' } });
    expect(given).toEqual({
      ...options,
      pod: { ...options.pod, nodeSelector: { disk: 'ssd', zone: 'b' } },
      resources: { ...options.resources, memoryLimit: '2Gi' },
    });
  });

  it('replace lists, and values of another type', () => {
    expect(mergeValid({ pod: { tolerations: [{ key: 'gpu' }] }, webhooks: false })).toEqual({
      ...options,
      pod: { ...options.pod, tolerations: [{ key: 'gpu' }] },
      webhooks: false,
    });
  });

  it('remove null fields, at every depth', () => {
    const { replicas: _, ...others } = options;
    expect(mergeValid({ replicas: null, settings: { workers: null }, pod: { nodeSelector: { disk: null } } })).toEqual({
      ...others,
      settings: { logLevel: 'debug' },
      pod: { ...options.pod, nodeSelector: { zone: 'a' } },
    });
    expect(mergeValid({ annotations: null })).toEqual(options);
  });

  it('switch to another alternative by removing the first one', () => {
    const { certificate: _, ...webhooks } = options.webhooks;
    const issuer = { name: 'ca' };
    expect(mergeValid({ webhooks: { certificate: { secret: null, issuer } } })).toEqual({
      ...options,
      webhooks: { ...webhooks, certificate: { issuer } },
    });
  });

  it('retain null in fields that are patches themselves', () => {
    expect(mergeValid({ pod: { securityContext: { runAsUser: null, runAsGroup: null } } })).toMatchObject({
      pod: { securityContext: { runAsUser: null, runAsGroup: null } },
    });
  });

  it('report errors of the environment and of the other options, each with its own path', () => {
    const errors = new OptionErrors();
    const wrong = { environment: { ...environment, replicas: -1, colour: 1 }, resources: { cpuRequest: [] } };
    mergeProps(wrong as unknown as OperatorProps, errors);
    expect(errors.texts.map((text) => text.split(' ', 3).join(' '))).toEqual([
      'environment.replicas must be',
      'environment.colour is unknown:',
      'resources.cpuRequest must be',
    ]);
  });

  it('have types that also allow null, and no other invalid value', () => {
    expectTypeOf<{ readonly image: { readonly tag: null } }>().toExtend<OperatorProps>();
    expectTypeOf<{ readonly image: { readonly tag: 7 } }>().not.toExtend<OperatorProps>();
  });
});
