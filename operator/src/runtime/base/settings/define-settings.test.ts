import { describe, expect, it } from 'vitest';

import { defineSettings, settingsData } from './define-settings.ts';
import { runtimeSettings, runtimeSettingsData } from '../../manager/settings/runtime-settings.ts';

describe('settingsData', () => {
  it('names flag and variable after the setting', () => {
    const settings = defineSettings({
      memcachedImage: { type: 'string', default: 'memcached:1.6-alpine', description: 'Image of the servers.' },
    });
    expect(settingsData(settings)).toEqual([
      {
        name: 'memcachedImage',
        flag: '--memcached-image',
        env: 'MEMCACHED_IMAGE',
        type: 'string',
        default: 'memcached:1.6-alpine',
        description: 'Image of the servers.',
      },
    ]);
  });

  it('says what is allowed', () => {
    const settings = defineSettings({
      color: { type: 'string', values: ['red', 'blue'], env: 'PAINT', flag: '--paint', description: 'Color.' },
      size: { type: 'integer', minimum: 1, maximum: 9, description: 'Size.' },
    });
    expect(settingsData(settings)).toMatchObject([
      { env: 'PAINT', flag: '--paint', values: ['red', 'blue'] },
      { minimum: 1, maximum: 9 },
    ]);
    expect(settingsData(settings)[1]).not.toHaveProperty('default');
  });
});

describe('defineSettings', () => {
  const description = '';

  it.each([
    [{ a: { type: 'string', description }, b: { type: 'string', flag: '--a', description } }, '--a'],
    [{ a: { type: 'string', description }, b: { type: 'string', env: 'A', description } }, 'A'],
    [{ a: { type: 'string', aliases: [{ env: 'B' }], description }, b: { type: 'string', description } }, 'B'],
  ] as const)('refuses two settings with one name, case %#', (table, name) => {
    const message = expect.stringContaining(`${name} belongs to a already`) as string;
    expect(() => defineSettings(table)).toThrow(expect.objectContaining({ code: 'DECLARATION_INVALID', message }));
  });
});

describe('the settings of every operator', () => {
  it('are these, by flag and variable', () => {
    expect(runtimeSettingsData.map(({ flag, env }) => `${flag} ${env}`)).toEqual([
      '--kubeconfig KUBECONFIG',
      '--context KUBE_CONTEXT',
      '--watch-namespaces WATCH_NAMESPACE',
      '--controllers CONTROLLERS',
      '--leader-elect LEADER_ELECT',
      '--lease-name LEASE_NAME',
      '--lease-namespace LEASE_NAMESPACE',
      '--lease-duration-seconds LEASE_DURATION_SECONDS',
      '--renew-deadline-seconds RENEW_DEADLINE_SECONDS',
      '--retry-period-seconds RETRY_PERIOD_SECONDS',
      '--bind-address BIND_ADDRESS',
      '--metrics-enabled METRICS_ENABLED',
      '--metrics-path METRICS_PATH',
      '--metrics-bind-address METRICS_BIND_ADDRESS',
      '--metrics-port METRICS_PORT',
      '--metrics-secure METRICS_SECURE',
      '--metrics-cert-dir METRICS_CERT_DIR',
      '--health-port HEALTH_PORT',
      '--log-level LOG_LEVEL',
      '--log-format LOG_FORMAT',
      '--dry-run DRY_RUN',
      '--workers WORKERS',
      '--resync-period RESYNC_PERIOD',
      '--grace-period-seconds GRACE_PERIOD_SECONDS',
      '--pod-name POD_NAME',
      '--pod-namespace POD_NAMESPACE',
      '--pod-root POD_ROOT',
      '--cache-sync-timeout CACHE_SYNC_TIMEOUT',
      '--watch-list WATCH_LIST',
    ]);
  });

  it('share no flag and no variable', () => {
    expect(defineSettings(runtimeSettings)).toBe(runtimeSettings);
  });
});
