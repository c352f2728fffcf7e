import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { silentHost, useSilentCluster } from '../../fixtures/silent-cluster.ts';
import { type LogFields, type Logger, silentLogger } from '../base/index.ts';
import { assemble } from './assemble.ts';
import { serve } from './serve.ts';
import { parseSettings } from './settings/parse-settings.ts';

const getFolder = useSilentCluster();
let stop = new AbortController();

afterEach(() => {
  stop.abort();
  stop = new AbortController();
});

interface Serving extends AsyncDisposable {
  /** The fields of the log line `listening`. */
  readonly said: LogFields;
}

async function startServing(...flags: readonly string[]): Promise<Serving> {
  const operated = { name: 'coffee', version: '1.2.3', controllers: [] };
  const argv = ['--kubeconfig', join(getFolder(), 'kubeconfig'), ...flags];
  const settings = parseSettings(argv, {}, { name: 'coffee', version: '1.2.3', controllers: [], host: silentHost });
  const said = new Map<string, LogFields>();
  const logger: Logger = { ...silentLogger, info: (message, fields = {}) => void said.set(message, fields) };
  const parts = await assemble({ operated, settings, logger, stop: stop.signal, failed: () => undefined });
  const servers = await serve({ ...parts, webhooks: undefined }, stop.signal);
  return {
    said: said.get('listening') ?? {},
    async [Symbol.asyncDispose]() {
      await servers.close();
      await parts.client.transport.close();
    },
  };
}

/** The status of a response; `undefined` if nothing listens there. */
async function fetchStatus(address: string, port: unknown, path: string): Promise<number | undefined> {
  try {
    return (await fetch(`http://${address}:${String(port)}${path}`)).status;
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

const anyPorts = ['--metrics-port', '0', '--health-port', '0'];

// eslint-disable-next-line no-restricted-syntax -- macOS gives loopback one address only
describe.skipIf(process.platform === 'darwin')('a process with a separate address for health', () => {
  it('serves metrics only on loopback, and health only at its own address, and logs both', async () => {
    await using process = await startServing('--bind-address', '127.0.0.2', ...anyPorts);
    const { health, metrics, ...addresses } = process.said;
    expect(addresses).toEqual({ bindAddress: '127.0.0.2', metricsBindAddress: '127.0.0.1', secureMetrics: false });
    expect(await fetchStatus('127.0.0.1', metrics, '/metrics')).toBe(200);
    expect(await fetchStatus('127.0.0.2', metrics, '/metrics')).toBeUndefined();
    expect(await fetchStatus('127.0.0.2', health, '/healthz')).toBe(200);
    expect(await fetchStatus('127.0.0.1', health, '/healthz')).toBeUndefined();
  });

  it('serves metrics at the configured address', async () => {
    await using process = await startServing('--metrics-bind-address', '127.0.0.3', ...anyPorts);
    const { health, metrics } = process.said;
    expect(await fetchStatus('127.0.0.3', metrics, '/metrics')).toBe(200);
    expect(await fetchStatus('127.0.0.1', health, '/healthz')).toBe(200);
  });
});

describe('the metrics of a process', () => {
  it('are at the configured path', async () => {
    await using process = await startServing('--metrics-path', '/coffee/metrics', ...anyPorts);
    const { metrics } = process.said;
    expect(await fetchStatus('127.0.0.1', metrics, '/coffee/metrics')).toBe(200);
    expect(await fetchStatus('127.0.0.1', metrics, '/metrics')).toBe(404);
  });

  it('are not served if they are disabled', async () => {
    const port = await freePort();
    await using process = await startServing('--no-metrics-enabled', '--metrics-port', port, '--health-port', '0');
    expect(await fetchStatus('127.0.0.1', process.said['health'], '/healthz')).toBe(200);
    expect(await fetchStatus('127.0.0.1', port, '/metrics')).toBeUndefined();
    expect(Object.keys(process.said)).toEqual(['bindAddress', 'health']);
  });
});

describe('a process with one port', () => {
  it('serves health and metrics there', async () => {
    const port = await freePort();
    await using process = await startServing('--metrics-port', port, '--health-port', port);
    expect(process.said).toMatchObject({ health: Number(port), metrics: Number(port) });
    expect(await fetchStatus('127.0.0.1', port, '/metrics')).toBe(200);
    expect(await fetchStatus('127.0.0.1', port, '/healthz')).toBe(200);
  });
});
