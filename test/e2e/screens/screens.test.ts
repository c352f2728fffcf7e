import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { type WithConditions, awaitCondition } from '../../support/conditions.ts';
import { applyManifests, getKind, type Manifest } from '../../support/manifests.ts';
import { toKey } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { createReady as createPet, thor, usePetStore } from '../pet/pets.ts';
import { useKubectl } from '../support/kubectl.ts';
import { createPodQuota } from '../support/pod-quota.ts';
import { listWarnings } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { shown } from './resources.ts';
import { normalizeDescription, normalizeTable } from './normalize-output.ts';

const page = path.join(import.meta.dirname, 'screens.md');
const begin = '<!-- screens -->\n';
const end = '\n<!-- /screens -->';

describe('the page of screens', () => {
  const store = usePetStore();
  const scope = useScope(() => ({
    settings: { petstoreAddress: store().address },
    witness: async (here, name) => [await createPet(here, name, { ...thor, name: 'Witness' })],
  }));
  const kubectl = useKubectl();
  const inScope = (...args: string[]): Promise<string> => kubectl(['--namespace', scope().namespace, ...args]);

  /** @param reason the expected reason why the object is not Ready. @default - it is Ready */
  async function createReady(manifest: Manifest, reason?: string): Promise<void> {
    await applyManifests(scope().client, [manifest]);
    const wanted = { type: 'Ready', ...(reason === undefined ? { status: 'True' } : { status: 'False', reason }) };
    const resource = scope().client.resource<WithConditions>(getKind(manifest));
    const object = await awaitCondition(resource, toKey(scope(), manifest.metadata.name), wanted);
    if (reason === undefined) return;
    await until('there is a Warning', async () => (await listWarnings(scope(), object)).length > 0);
  }

  beforeAll(async () => {
    for (const one of shown) await createReady(one.works(scope().namespace));
    await store().down();
    await using _quota = await createPodQuota(scope(), 0);
    for (const one of shown) await createReady(one.hindered(scope().namespace), one.reason);
    screens = await printScreens();
    await store().up();
  });

  let screens = '';

  async function printScreens(): Promise<string> {
    const parts: string[] = [];
    for (const one of shown) {
      const manifest = one.hindered(scope().namespace);
      const { plural } = getKind(manifest);
      const { name } = manifest.metadata;
      const get = `kubectl get ${plural} -o wide`;
      const describeIt = `kubectl describe ${plural} ${name}`;
      parts.push(
        ...[`## ${one.kind}`, ''],
        ...['```console', `$ ${get}`, normalizeTable(await inScope('get', plural, '-o', 'wide'))],
        ...[`$ ${describeIt}`, normalizeDescription(await inScope('describe', plural, name)), '```', ''],
      );
    }
    return parts.join('\n').trimEnd();
  }

  it('equals the present output of kubectl for each kind; SCREENS=write updates it', async () => {
    const before = await readFile(page, 'utf8');
    const [head = '', rest = ''] = before.split(begin);
    const [, tail = ''] = rest.split(end);
    const now = `${head}${begin}\n${screens}\n${end}${tail}`;
    if (process.env['SCREENS'] === 'write') await writeFile(page, now);
    else expect(before).toBe(now);
  });
});
