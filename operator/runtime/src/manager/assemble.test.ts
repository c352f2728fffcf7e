import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import { silentHost, useSilentCluster } from '../../fixtures/silent-cluster.ts';
import { defineApi, t } from '../api/index.ts';
import { neverAborted } from '../base/index.ts';
import { awaitChange, defineController } from '../reconcile/index.ts';
import { assemble, type OperatorParts, selectControllers } from './assemble.ts';
import type { OperatorDefinition } from './operator-definition.ts';
import type { Settings } from './settings/complete-settings.ts';
import { parseSettings } from './settings/parse-settings.ts';

const [cafe, bar, kiosk] = ['Cafe', 'Bar', 'Kiosk'].map((kind) =>
  defineController(defineApi({ group: 'example.com', version: 'v1', kind, spec: t.object({}) }), {
    reconcile: () => Promise.resolve(awaitChange),
  }),
) as [
  OperatorDefinition['controllers'][number],
  OperatorDefinition['controllers'][number],
  OperatorDefinition['controllers'][number],
];

const operated: OperatorDefinition = { name: 'coffee', version: '1.2.3', controllers: [cafe, bar, kiosk] };

function parseTestSettings(...argv: readonly string[]): Settings {
  const controllers = operated.controllers.map(({ name }) => name);
  return parseSettings(argv, {}, { name: 'coffee', version: '1.2.3', controllers, host: silentHost });
}

const getFolder = useSilentCluster();

const surroundings = { logger: createRecordingLogger(), stop: neverAborted, failed: () => undefined };

async function assembleWith(
  given: OperatorDefinition,
  ...argv: readonly string[]
): Promise<OperatorParts & AsyncDisposable> {
  const settings = parseTestSettings('--kubeconfig', join(getFolder(), 'kubeconfig'), ...argv);
  const parts = await assemble({ ...surroundings, operated: given, settings });
  return { ...parts, [Symbol.asyncDispose]: () => parts.client.transport.close() };
}

describe('--controllers', () => {
  it('selects all controllers if its list is empty', () => {
    expect(selectControllers(operated, parseTestSettings())).toEqual([cafe, bar, kiosk]);
  });

  it('selects the named ones, in the order of the declaration', () => {
    expect(selectControllers(operated, parseTestSettings('--controllers', 'kiosk,cafe'))).toEqual([cafe, kiosk]);
  });

  it('decides which controllers are created, and so which kinds are watched', async () => {
    await using parts = await assembleWith(operated, '--controllers', 'bar');
    expect(parts.controllers.map(({ name }) => name)).toEqual(['bar']);
    const text = await parts.metrics.renderText();
    expect(text).toContain('controller="bar"');
    expect(text).not.toContain('controller="cafe"');
  });
});

describe('the parts of a process', () => {
  it('are created without a request to the API server', async () => {
    await using parts = await assembleWith(operated);
    expect(parts.controllers.map(({ name, queue }) => [name, queue.length])).toEqual([
      ['cafe', 0],
      ['bar', 0],
      ['kiosk', 0],
    ]);
  });

  it.each([
    ['3', 'cafe', 8],
    ['3', 'bar', 3],
    ['20', 'cafe', 8],
    ['20', 'bar', 20],
  ])(
    'have as many workers as the setting says (%s), unless the controller declares its own number: %s has %i',
    async (setting, name, count) => {
      const declared = { ...operated, controllers: [{ ...cafe, workers: 8 }, bar] };
      await using parts = await assembleWith(declared, '--workers', setting);
      const sample = `controller_runtime_max_concurrent_reconciles{controller="${name}"} ${String(count)}`;
      expect(await parts.metrics.renderText()).toContain(sample);
    },
  );

  it('are not created with unusable credentials', async () => {
    const settings = parseTestSettings('--kubeconfig', join(getFolder(), 'missing'));
    const parts = assemble({ ...surroundings, operated, settings });
    await expect(parts).rejects.toMatchObject({ code: 'CREDENTIALS_INVALID' });
  });
});
