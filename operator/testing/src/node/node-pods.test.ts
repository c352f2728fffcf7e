import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createFakeClock } from '../fake-clock.ts';
import type { KubeletHost } from '../kubelet/index.ts';
import { nodePods } from './node-pods.ts';
import { podOf } from '../../fixtures/pod-fixture.ts';
import { createContainerStatuses } from './pods/container-status.ts';
import { RunBook } from './pods/index.ts';

let directory = '';
let host: KubeletHost;
const book = new RunBook();
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubewright-node-pods-'));
  const addresses = { resolve: () => undefined };
  host = nodePods({ book, clock: createFakeClock(), addresses, directory });
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const pod = podOf();
const { namespace = '', name } = pod.metadata;
const present = () => book.meet({ pod: () => pod, statuses: createContainerStatuses(pod, '', () => undefined) });
const all = { follow: false, previous: false, timestamps: false };
const nobody = new AbortController().signal;

test('names in a request are never used as paths', async () => {
  using _here = present();
  await writeFile(join(directory, 'secret.log'), 'secret');
  for (const container of ['../../secret', '..%2Fsecret', '', '__proto__']) {
    const asked = host.logs({ namespace, pod: name, container }, all, nobody);
    await expect(asked).rejects.toMatchObject({
      status: 404,
      message: `container "${container}" not found in pod "${name}"`,
    });
  }
  const elsewhere = host.logs({ namespace: `../${namespace}`, pod: name, container: 'main' }, all, nobody);
  await expect(elsewhere).rejects.toMatchObject({ status: 404, message: `pod "${name}" does not exist` });
});

test('logs and ports of a container that is not running are errors', async () => {
  using _here = present();
  const main = { namespace, pod: name, container: 'main' };
  await expect(host.logs(main, all, nobody)).rejects.toThrow('is waiting to start: ContainerCreating');
  await expect(host.portForward(main)(80)).rejects.toThrow('the Pod has no address');
});

test('a deleted Pod is not found', () => {
  present()[Symbol.dispose]();
  expect(() => host.portForward({ namespace, pod: name })).toThrow(`pod "${name}" does not exist`);
});
