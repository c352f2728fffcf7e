import { describe, expect, it } from 'vitest';

import type { Host } from '../../../runtime/src/manager/settings/host.ts';
import { parseSettings } from '../../../runtime/src/manager/settings/parse-settings.ts';
import { translateEchoperatorVariables } from './echoperator-variables.ts';

type Variables = Readonly<Record<string, string>>;
const pod: Host = {
  hostName: 'pod-1',
  terminal: false,
  readFile: () => 'operators\n',
  print: () => undefined,
  exit: (code) => {
    throw new Error(`exit ${String(code)}`);
  },
};
const basics = { name: 'kubewright', version: '1.2.3', controllers: ['echo'], host: pod };

const parse = (env: Variables): Readonly<Record<string, unknown>> =>
  parseSettings([], translateEchoperatorVariables({ KUBERNETES_SERVICE_HOST: '10.0.0.1', ...env }), basics);

/** The variables that the upstream chart sets, and the settings that they become. */
const known: readonly {
  readonly env: string;
  readonly text: string;
  readonly means: Readonly<Record<string, unknown>>;
}[] = [
  { env: 'NAMESPACE', text: 'here', means: { leaseNamespace: 'here' } },
  { env: 'NUM_WORKERS', text: '4', means: { workers: 4 } },
  { env: 'HA_ENABLED', text: 'true', means: { leaderElect: true } },
  { env: 'HA_ENABLED', text: 'F', means: { leaderElect: false } },
  { env: 'HA_NODE_ID', text: 'node-7', means: { podName: 'node-7' } },
  { env: 'HA_LEASE_LOCK_NAME', text: 'echoperator', means: { leaseName: 'echoperator' } },
  { env: 'HA_LEASE_DURATION_SECONDS', text: '60', means: { leaseDurationSeconds: 60 } },
  { env: 'HA_RENEW_DEADLINE_SECONDS', text: '9', means: { renewDeadlineSeconds: 9 } },
  { env: 'HA_RETRY_PERIOD_SECONDS', text: '3', means: { retryPeriodSeconds: 3 } },
  { env: 'ENV', text: 'local', means: { logFormat: 'text' } },
  { env: 'ENV', text: 'production', means: { logFormat: 'json' } },
];

describe('a variable of the upstream operator', () => {
  it.each(known)('has its upstream meaning: $env=$text', ({ env, text, means }) => {
    expect(parse({ [env]: text })).toMatchObject(means);
    expect(Object.keys(parse({}))).toEqual(expect.arrayContaining(Object.keys(means)));
  });

  it('does not limit the served namespaces: NAMESPACE is that of the Lease only', () => {
    expect(parse({ NAMESPACE: 'here' })).toMatchObject({ watchNamespaces: [], podNamespace: 'operators' });
  });

  it('has a lower precedence than ours', () => {
    expect(parse({ NUM_WORKERS: '4', WORKERS: '5' })).toMatchObject({ workers: 5 });
    expect(parse({ HA_LEASE_LOCK_NAME: 'theirs', LEASE_NAME: 'ours' })).toMatchObject({ leaseName: 'ours' });
  });

  it('that is empty counts as not set', () => {
    expect(parse({ HA_ENABLED: '', NUM_WORKERS: ' ' })).toMatchObject({ leaderElect: true, workers: 10 });
  });

  it.each([
    { env: 'NUM_WORKERS', text: 'many', ours: 'WORKERS', allowed: 'a whole number from 1' },
    { env: 'ENV', text: 'staging', ours: 'LOG_FORMAT', allowed: 'one of json, text' },
  ])('is rejected instead of being ignored: $env=$text', ({ env, text, ours, allowed }) => {
    expect(() => parse({ [env]: text })).toThrow(
      expect.objectContaining({
        code: 'SETTINGS_INVALID',
        message: expect.stringContaining(`failed to read ${ours}: "${text}" is not allowed; use ${allowed}`) as string,
      }),
    );
  });

  it('must leave the leader time to renew its Lease', () => {
    expect(() => parse({ HA_LEASE_DURATION_SECONDS: '5' })).toThrow('must be longer than the renew deadline');
  });
});
