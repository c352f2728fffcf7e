import { describe, expect, it } from 'vitest';

import type { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import { OperatorError } from '@kubewright/runtime';
import { someResource } from '../../../runtime/fixtures/some-object.ts';
import { byNodePort, rethrowPortTaken } from './node-port-taken.ts';

function buildServer(name: string, namespace = 'default', nodePort = 30_010): WebServer {
  const metadata = { ...someResource({ name }).metadata, namespace, uid: `${namespace}/${name}` };
  const spec = { image: 'nginx:1.27', replicas: 1, nodePort };
  return { apiVersion: 'my.domain/v1', kind: 'WebServer', metadata, spec, status: { nodePort } };
}

const taken = new OperatorError('API_INVALID', 'apply', { hint: 'provided port is already allocated' });

/** Returns the error that is thrown for `error` if these WebServers exist. */
function catchThrown(error: unknown, servers: readonly WebServer[]): unknown {
  const by = (_index: string, port: string) => servers.filter((each) => byNodePort(each) === port);
  try {
    return rethrowPortTaken(error, buildServer('home'), { by });
  } catch (reason) {
    return reason;
  }
}

describe('a node port that is taken', () => {
  const begins = 'NodePortTaken: spec.nodePort: Invalid value: 30010: provided port is already allocated; ';

  it.each<[string, readonly WebServer[], string]>([
    [
      'with the WebServer of the same namespace that has it',
      [buildServer('home'), buildServer('shop')],
      'Service shop-service of WebServer shop has it.',
    ],
    [
      'without a WebServer if none has it',
      [buildServer('home'), buildServer('far', 'other', 30_011)],
      'no WebServer has it; find the Service with',
    ],
  ])('is reported %s', (_where, servers, says) => {
    expect(String(catchThrown(taken, servers))).toContain(begins + says);
  });

  it('is reported without the name of a WebServer in another namespace, which not every user may read', () => {
    const says = 'a WebServer in another namespace has it.';
    expect(String(catchThrown(taken, [buildServer('secret', 'other')]))).toContain(begins + says);
  });
});

it.each([new Error('exceeded quota'), new OperatorError('API_INVALID', 'apply', { hint: 'no such port' })])(
  'any other rejection stays unchanged: %s',
  (error) => {
    expect(catchThrown(error, [buildServer('shop')])).toBe(error);
  },
);
