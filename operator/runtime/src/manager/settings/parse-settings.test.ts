import { describe, expect, it } from 'vitest';

import {
  defineSettings,
  getEnv,
  getFlag,
  runtimeSettings,
  type SettingDefinition,
  type SettingsTable,
} from '../../base/index.ts';
import type { Host } from './host.ts';
import { parseSettings, type SettingsWith, type Variables } from './parse-settings.ts';

const laptop: Host = {
  hostName: 'laptop',
  terminal: true,
  readFile: () => undefined,
  print: () => undefined,
  exit: (code) => {
    throw new Error(`exit ${code}`);
  },
};
const namespaceFile = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';
const pod: Host = {
  ...laptop,
  hostName: 'pod-1',
  terminal: false,
  readFile: (path) => (path === namespaceFile ? 'operators\n' : undefined),
};
const inPod: Variables = { KUBERNETES_SERVICE_HOST: '10.0.0.1' };

const basics = { name: 'kubewright', version: '1.2.3', controllers: ['web-server', 'pet', 'echo'] };

function parse(argv: readonly string[] = [], env: Variables = {}, host = laptop): SettingsWith<SettingsTable> {
  return parseSettings(argv, env, { ...basics, host });
}

function catchRejection(argv: readonly string[], env: Variables = {}, host = laptop): string {
  try {
    parse(argv, env, host);
  } catch (error) {
    expect(error).toMatchObject({ code: 'SETTINGS_INVALID' });
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

describe('defaults', () => {
  it('disable the election and select text logs on a laptop', () => {
    expect(parse()).toEqual({
      kubeconfig: undefined,
      context: undefined,
      watchNamespaces: [],
      controllers: [],
      leaderElect: false,
      leaseName: 'kubewright',
      leaseNamespace: undefined,
      leaseDurationSeconds: 15,
      renewDeadlineSeconds: 10,
      retryPeriodSeconds: 2,
      bindAddress: '127.0.0.1',
      metricsBindAddress: '127.0.0.1',
      metricsPort: 8080,
      metricsEnabled: true,
      metricsPath: '/metrics',
      metricsSecure: false,
      metricsCertDir: undefined,
      healthPort: 8081,
      logLevel: 'info',
      logFormat: 'text',
      dryRun: false,
      workers: 10,
      resyncPeriod: '10h',
      gracePeriodSeconds: 30,
      podName: 'laptop',
      podNamespace: undefined,
      cacheSyncTimeout: '2m',
      watchList: true,
      inCluster: false,
      credentials: { inCluster: false, kubeconfigVariable: false },
    });
  });

  it('elect in the Pod’s namespace and log JSON in a Pod', () => {
    expect(parse([], inPod, pod)).toMatchObject({
      leaderElect: true,
      leaseNamespace: 'operators',
      logFormat: 'json',
      podName: 'pod-1',
      podNamespace: 'operators',
      inCluster: true,
      credentials: { inCluster: true },
    });
  });

  it('include the Pod’s name and namespace from its variables', () => {
    const env = { ...inPod, POD_NAME: 'operator-7d', POD_NAMESPACE: 'elsewhere' };
    expect(parse([], env, pod)).toMatchObject({
      podName: 'operator-7d',
      podNamespace: 'elsewhere',
      leaseNamespace: 'elsewhere',
    });
  });

  it('log JSON if standard output is not a terminal', () => {
    expect(parse([], {}, { ...laptop, terminal: false }).logFormat).toBe('json');
  });
});

describe('the source of a value', () => {
  it('is the flag, then the variable, then its aliases, then the default', () => {
    const aliases = [{ env: 'HUE' }];
    const settings = defineSettings({ color: { type: 'string', default: 'blue', aliases, description: 'A color.' } });
    const parseColor = (argv: readonly string[], env: Variables): unknown =>
      parseSettings(argv, env, { ...basics, settings, host: laptop }).color;
    expect(parseColor(['--color', 'green'], { COLOR: 'white', HUE: 'red' })).toBe('green');
    expect(parseColor([], { COLOR: 'white', HUE: 'red' })).toBe('white');
    expect(parseColor([], { HUE: 'red' })).toBe('red');
    expect(parseColor([], { HUE: '' })).toBe('blue');
  });

  it('is never an empty variable', () => {
    const env = { WATCH_NAMESPACE: '', METRICS_PORT: '', LOG_FORMAT: ' ', LEASE_NAME: '' };
    expect(parse([], env)).toEqual(parse());
  });

  it.each([
    [['--leader-elect'], true],
    [['--leader-elect=true'], true],
    [['--leader-elect', 'false'], false],
    [['--leader-elect=false'], false],
    [['--no-leader-elect'], false],
  ])('can be the switch %j', (argv, leaderElect) => {
    expect(parse([...argv, '--lease-namespace=default'], inPod).leaderElect).toBe(leaderElect);
  });

  it('can be a dry run, which does not join the election', () => {
    const settings = parse(['--dry-run', '--leader-elect', '--lease-namespace=default'], inPod, pod);
    expect(settings).toMatchObject({ dryRun: true, leaderElect: false });
    expect(parse([], { ...inPod, DRY_RUN: 'true' }, pod)).toMatchObject({ dryRun: true, leaderElect: false });
  });

  it('can be a list in one or several flags', () => {
    expect(parse(['--controllers', 'pet,echo']).controllers).toEqual(['pet', 'echo']);
    expect(parse(['--controllers', 'pet', '--controllers=echo']).controllers).toEqual(['pet', 'echo']);
    expect(parse([], { WATCH_NAMESPACE: 'a, b' }).watchNamespaces).toEqual(['a', 'b']);
  });

  it('distinguishes a kubeconfig flag from the variable, which may name several files', () => {
    expect(parse(['--kubeconfig', '/k'], { KUBECONFIG: '/a:/b' }).credentials).toMatchObject({
      kubeconfig: '/k',
      kubeconfigVariable: false,
    });
    const { credentials } = parse(['--context', 'dev'], { KUBECONFIG: '/a:/b' });
    expect(credentials).toEqual({ inCluster: false, kubeconfigVariable: true, context: 'dev' });
  });
});

describe('a bad value', () => {
  it('is rejected with its flag, its value and the allowed values', () => {
    expect(catchRejection(['--metrics-port', 'http'])).toBe(
      'failed to read --metrics-port: "http" is not allowed; use a whole number from 0 to 65535 (setting metricsPort: --metrics-port, METRICS_PORT)',
    );
  });

  it.each<[Variables, string]>([
    [
      { HEALTH_PORT: '70000' },
      'failed to read HEALTH_PORT: "70000" is not allowed; use a whole number from 0 to 65535',
    ],
    [{ LOG_LEVEL: 'trace' }, 'failed to read LOG_LEVEL: "trace" is not allowed; use one of debug, info, warn, error'],
    [{ LEADER_ELECT: 'maybe' }, 'failed to read LEADER_ELECT: "maybe" is not allowed; use true or false'],
    [
      { WATCH_NAMESPACE: 'a,B' },
      'failed to read WATCH_NAMESPACE: "a,B" is not allowed; use a comma-separated list, each item a name',
    ],
    [{ LEASE_NAME: 'a/b' }, 'failed to read LEASE_NAME: "a/b" is not allowed; use a name'],
    [{ WORKERS: '0' }, 'failed to read WORKERS: "0" is not allowed; use a whole number from 1'],
    [{ GRACE_PERIOD_SECONDS: '-1' }, 'failed to read GRACE_PERIOD_SECONDS'],
  ])('is rejected in %j', (env, message) => {
    expect(catchRejection([], env)).toContain(message);
  });

  it('is rejected for --controllers with a list of the existing ones', () => {
    const message = catchRejection([], { CONTROLLERS: 'pet,dog,cat' });
    expect(message).toContain('unknown controller dog, cat; available: web-server, pet, echo');
    expect(message).toContain('--controllers (CONTROLLERS)');
  });

  it.each([
    [['--metric-port', '1'], "unknown option '--metric-port' (Did you mean --metrics-port?)"],
    [['--workers'], "option '--workers <number>' argument missing"],
    [['start'], 'too many arguments. Expected 0 arguments but got 1: start'],
  ])('is rejected on the command line in one sentence: %j', (argv, message) => {
    expect(catchRejection(argv)).toBe(`failed to read the command line: ${message}; see --help`);
  });
});

describe('contradictory values', () => {
  it('are an election outside a cluster without a namespace for the Lease', () => {
    const message = catchRejection(['--leader-elect']);
    expect(message).toContain('--lease-namespace (LEASE_NAMESPACE)');
    expect(parse(['--leader-elect', '--lease-namespace', 'default']).leaseNamespace).toBe('default');
  });

  it('are durations of the lease without a margin, but only with an election', () => {
    const env = { RENEW_DEADLINE_SECONDS: '15' };
    expect(catchRejection([], { ...inPod, ...env }, pod)).toContain(
      'the lease duration (15 s) must be longer than the renew deadline (15 s)',
    );
    expect(parse([], env).renewDeadlineSeconds).toBe(15);
  });
});

describe('the address of the metrics', () => {
  const parseBindAddress = (argv: readonly string[], env: Variables = {}): unknown =>
    parse(argv, env).metricsBindAddress;

  it('is loopback by default, independent of the health address', () => {
    expect(parseBindAddress(['--bind-address', '0.0.0.0'])).toBe('127.0.0.1');
    expect(parseBindAddress([], { BIND_ADDRESS: '0.0.0.0' })).toBe('127.0.0.1');
  });

  it('is the health address if the metrics are secure', () => {
    expect(parseBindAddress(['--bind-address', '10.1.2.3', '--metrics-secure'])).toBe('10.1.2.3');
  });

  it.each([[[]], [['--metrics-secure']]])('is the configured one, with %j', (argv) => {
    const env = { BIND_ADDRESS: '10.1.2.3', METRICS_BIND_ADDRESS: '10.4.5.6' };
    expect(parseBindAddress(argv, env)).toBe('10.4.5.6');
    expect(parseBindAddress([...argv, '--metrics-bind-address', '0.0.0.0'], env)).toBe('0.0.0.0');
  });

  it('does not become every address when the flag is empty', () => {
    expect(parseBindAddress(['--metrics-bind-address', ''])).toBe('127.0.0.1');
  });
});

describe('contradictory settings of the metrics', () => {
  const onePort = ['--metrics-port', '9000', '--health-port', '9000'];

  it('are a certificate without TLS', () => {
    expect(catchRejection(['--metrics-cert-dir', '/certificate'])).toBe(
      'failed to read --metrics-cert-dir (METRICS_CERT_DIR): only secure metrics use a certificate; add --metrics-secure or remove this setting',
    );
    expect(parse(['--metrics-cert-dir', '/certificate', '--metrics-secure'])).toMatchObject({ metricsSecure: true });
  });

  it('are secure metrics that are disabled', () => {
    expect(catchRejection(['--metrics-secure', '--no-metrics-enabled'])).toBe(
      'failed to read --metrics-secure (METRICS_SECURE): metrics are disabled; remove --no-metrics-enabled or this setting',
    );
    expect(parse(['--no-metrics-enabled', ...onePort])).toMatchObject({ metricsEnabled: false });
  });

  it.each(['/healthz', '/readyz', '/readyz/ping'])('are the path %s on the health port', (path) => {
    expect(catchRejection([...onePort, '--metrics-path', path])).toBe(
      `failed to read --metrics-path (METRICS_PATH): ${path} is a path of the health checks on the same port; choose another one`,
    );
    expect(parse(['--metrics-path', path])).toMatchObject({ metricsPath: path });
    expect(parse([...onePort, '--metrics-path', '/healthzone'])).toMatchObject({ metricsPath: '/healthzone' });
  });

  it('are one port for health and for secure metrics, but not for plain metrics', () => {
    expect(catchRejection([...onePort, '--metrics-secure'])).toContain('secure metrics need a separate port');
    expect(parse(onePort)).toMatchObject({ metricsPort: 9000, healthPort: 9000 });
    const anyPorts = ['--metrics-port', '0', '--health-port', '0', '--metrics-secure'];
    expect(parse(anyPorts)).toMatchObject({ metricsPort: 0, healthPort: 0 });
  });

  it('are one port for health and metrics at two addresses, unless the metrics address is explicit', () => {
    const everywhere = [...onePort, '--bind-address', '0.0.0.0'];
    expect(catchRejection(everywhere)).toBe(
      'failed to read --metrics-port (METRICS_PORT) and --health-port (HEALTH_PORT): a port has one bind address, but ' +
        'metrics have 127.0.0.1, and health checks 0.0.0.0; choose another metrics port, or set --metrics-bind-address ' +
        '0.0.0.0, where each client of the health checks can read them',
    );
    const said = parse([...everywhere, '--metrics-bind-address', '0.0.0.0']);
    expect(said).toMatchObject({ bindAddress: '0.0.0.0', metricsBindAddress: '0.0.0.0' });
    const anyPorts = ['--metrics-port', '0', '--health-port', '0', '--bind-address', '0.0.0.0'];
    expect(parse(anyPorts)).toMatchObject({ metricsPort: 0, metricsBindAddress: '127.0.0.1' });
  });
});

describe('settings of an operator itself', () => {
  const own = defineSettings({
    memcachedImage: { type: 'string', default: 'memcached:1.6-alpine', description: 'Image of the servers.' },
    petStore: { type: 'string', description: 'Address of the pet store.' },
  });

  it('are parsed like all others', () => {
    const options = { ...basics, settings: own, host: laptop };
    expect(parseSettings([], {}, options)).toMatchObject({
      memcachedImage: 'memcached:1.6-alpine',
      petStore: undefined,
      workers: 10,
    });
    expect(parseSettings(['--memcached-image', 'm'], { PET_STORE: 'p' }, options)).toMatchObject({
      memcachedImage: 'm',
      petStore: 'p',
    });
  });

  it.each([
    [{ workers: { type: 'integer', description: '' } }, 'every operator has a setting with this name'],
    [
      { colour: { type: 'string', env: 'WORKERS', description: '' } },
      'WORKERS already belongs to workers, a setting of every operator',
    ],
    [
      { colour: { type: 'string', aliases: [{ env: 'LOG_FORMAT' }], description: '' } },
      'LOG_FORMAT already belongs to logFormat, a setting of every operator',
    ],
  ] as const)('cannot replace a setting of every operator, case %#', (settings, message) => {
    const parseOwn = (): unknown => parseSettings([], {}, { ...basics, settings, host: laptop });
    expect(parseOwn).toThrow(
      expect.objectContaining({ code: 'DECLARATION_INVALID', message: expect.stringContaining(message) as string }),
    );
  });
});

describe('--help and --version', () => {
  function parseAndPrint(argv: readonly string[]): string {
    const texts: string[] = [];
    const host = { ...laptop, print: (text: string) => void texts.push(text) };
    expect(() => parse(argv, {}, host)).toThrow('exit 0');
    return texts.join('');
  }

  it('print every flag, its variable and its default', () => {
    const help = parseAndPrint(['--help']);
    expect(help).toContain('Usage: kubewright [flags]');
    expect(help.replaceAll(/\s+/g, ' ')).toContain(
      '--metrics-port <number> Port of /metrics. 0: any free port. (METRICS_PORT; default 8080)',
    );
    expect(help.replaceAll(/\s+/g, ' ')).toContain('(LOG_LEVEL; debug|info|warn|error; default info)');
    expect(help).toContain('--no-leader-elect');
    for (const [name, setting] of Object.entries<SettingDefinition>(runtimeSettings)) {
      expect(help).toMatch(new RegExp(`^  ${getFlag(name, setting)} `, 'm'));
      expect(help.replaceAll(/\s+/g, ' ')).toContain(`(${getEnv(name, setting)}`);
    }
  });

  it('print the version', () => {
    expect(parseAndPrint(['--version'])).toBe('1.2.3\n');
  });
});
