import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { findBinaries } from '../../../control-plane/src/control-plane/binaries/find-binaries.ts';
import { runKubectl } from '../../../control-plane/src/control-plane/kubectl.ts';
import { createRecordingLogger, type RecordingLogger } from '../../../testing/src/recording-logger.ts';
import { createGroupName, useCluster } from '../../fixtures/cluster-fixture.ts';
import { defineApi, t } from '../api/index.ts';
import { ConfigMap } from '../kinds/index.ts';
import { type Action, awaitChange, defineController, owns, requeueAfter } from '../reconcile/index.ts';

const Cafe = defineApi({
  group: createGroupName('causes'),
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({ size: t.integer() }),
  status: t.object({}),
});

const cluster = useCluster(Cafe);
const patient = { timeout: 30_000, interval: 25 };

let command = '';
let cacheDirectory = '';

beforeAll(async () => {
  command = (await findBinaries({ needed: ['kubectl'] })).kubectl;
  cacheDirectory = await mkdtemp(path.join(os.tmpdir(), 'causes-'));
});

afterAll(() => rm(cacheDirectory, { recursive: true, force: true }));

function kubectl(...args: readonly string[]): Promise<string> {
  const target = { command, kubeconfig: inject('kubeconfigPath'), cacheDirectory };
  return runKubectl(target, ['--namespace', cluster().namespace, ...args]);
}

function patch(what: string, change: object): Promise<string> {
  return kubectl('patch', what, '--type', 'merge', '--patch', JSON.stringify(change));
}

describe('the causes of a reconcile', () => {
  const cafe = `cafes.${Cafe.group}/home`;
  let logger: RecordingLogger;
  let after: () => Promise<Action>;

  const definition = defineController(Cafe, {
    owns: { menus: owns(ConfigMap) },
    async reconcile({ metadata, spec }, { menus }) {
      await menus.apply({ metadata: { name: metadata.name }, data: { size: String(spec.size) } });
      return after();
    },
  });

  beforeEach(() => {
    logger = createRecordingLogger();
    after = () => Promise.resolve(awaitChange);
  });

  /** The causes in all log lines with this message, as they are written. */
  function listCauses(message: string): readonly unknown[] {
    const lines = logger.records.filter((line) => line.message === message);
    return lines.map(({ fields }) => JSON.parse(JSON.stringify(fields['causes'])) as unknown);
  }

  it('are the changes of the object and of its children, with their paths and managers, in each line', async () => {
    await using _run = await cluster().run(definition, { logger });
    await cluster().create(Cafe, 'home', { spec: { size: 1 } });
    await expect.poll(() => listCauses('created a child'), patient).toEqual([[expect.stringMatching(/^created by /)]]);
    await patch(cafe, { spec: { size: 2 } });
    await expect.poll(() => listCauses('updated a child'), patient).toEqual([['spec.size by kubectl-patch']]);
    await patch('configmap/home', { data: { size: '7' } });
    const child = `ConfigMap ${cluster().namespace}/home: data.size by kubectl-patch`;
    await expect.poll(() => listCauses('updated a child').at(1), patient).toEqual([child]);
    await expect.poll(() => listCauses('reconciled').at(-1), patient).toEqual([child]);
  });

  it('join while the object is reconciled, and stay for its retries', async () => {
    await using _run = await cluster().run(definition, { logger });
    await expect.poll(() => listCauses('reconciled'), patient).toEqual([['start', 'leadership']]);
    const held = Promise.withResolvers<Action>();
    const begun = Promise.withResolvers<undefined>();
    after = () => {
      begun.resolve(undefined);
      after = () => {
        after = () => Promise.resolve(requeueAfter(1));
        return Promise.reject(new Error('no beans'));
      };
      return held.promise;
    };
    await patch(cafe, { spec: { size: 3 } });
    await begun.promise;
    await patch(cafe, { spec: { size: 4 } });
    await patch(cafe, { metadata: { annotations: { open: 'today' } } });
    await kubectl('delete', 'configmap/home');
    held.resolve(awaitChange);
    const joined = [
      'spec.size, metadata.annotations by kubectl-patch',
      `ConfigMap ${cluster().namespace}/home: deleted`,
    ];
    await expect.poll(() => listCauses('reconcile failed'), patient).toEqual([joined]);
    await expect.poll(() => listCauses('reconciled').at(3), patient).toEqual([...joined, 'retry']);
    await expect.poll(() => listCauses('reconciled').at(4), patient).toEqual(['timer']);
  });
});
