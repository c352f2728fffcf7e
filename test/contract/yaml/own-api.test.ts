import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { App, Chart } from 'cdk8s';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { CustomResourceDefinitions, loadDeclaration } from '@kubewright/infra';

import { renderProject, writeFiles } from '../../../operator/generate/src/index.ts';
import { awaitChange, defineController } from '../../../operator/runtime/src/index.ts';
import { defineApi, t } from '../../../operator/runtime/src/api/index.ts';
import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { connect, type Connection } from '../../../operator/runtime/src/client/index.ts';
import { CustomResourceDefinition } from '../../../operator/runtime/src/kinds/index.ts';
import { useKubectl } from '../../e2e/support/kubectl.ts';

const clock = t.string({ default: '12:30:00', description: 'y: or n' });

/** An API whose words are booleans, times, numbers and dates in YAML 1.1. */
const Lamp = defineApi({
  group: `y${randomBytes(3).toString('hex')}.yaml.example`,
  version: 'v1',
  kind: 'Lamp',
  spec: t.object({
    power: t.enum(['on', 'off', 'no', '1_000', '0b1', '1e3', '2026-01-01', '~', '=', '<<', ''], { default: 'off' }),
    n: clock,
    y: t.string({ default: '190:20:30', example: '0x1F' }),
    off: t.object({ null: t.string({ default: 'null' }), true: t.boolean({ default: true }) }, { default: {} }),
  }),
});
const name = `${Lamp.plural}.${Lamp.group}`;

const lamp = defineController(Lamp, {
  async reconcile() {
    return awaitChange;
  },
});

let connection: Connection;
let folder: string;
const kubectl = useKubectl();

beforeAll(async () => {
  connection = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock });
  folder = await mkdtemp(path.join(os.tmpdir(), 'lamp-'));
});

afterAll(async () => {
  await kubectl(['delete', 'crd', name, '--ignore-not-found']);
  await connection.client.transport.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `npm run generate` and `cdk8s synth` in an author's project. Returns the output. */
async function synthApp(): Promise<string> {
  const ports = { metrics: 8080, health: 8081 };
  const input = { name: 'lamps', version: '1.0.0', description: 'Lamps.', controllers: [lamp], settings: [], ports };
  await writeFiles(folder, renderProject(input), ['crds']);
  const app = new App({ outdir: path.join(folder, 'dist') });
  const declaration = loadDeclaration(path.join(folder, 'declaration.json'));
  new CustomResourceDefinitions(new Chart(app, 'crds'), 'crds', { declaration });
  app.synth();
  return readFile(path.join(folder, 'dist/crds.k8s.yaml'), 'utf8');
}

describe('an API with words that have other meanings in YAML 1.1', () => {
  it('is stored unchanged after its chart is synthesized and applied by kubectl', async () => {
    await kubectl(['apply', '--server-side', '-f', '-'], { input: await synthApp() });
    await kubectl(['wait', '--for=condition=Established', `crd/${name}`]);
    const stored = await connection.client.resource(CustomResourceDefinition).get({ name });
    expect(stored.spec.versions.map(({ schema }) => schema)).toEqual(
      Lamp.crd.spec.versions.map(({ schema }) => schema),
    );
  });

  it('accepts its own defaults, and quoted values of users', async () => {
    const written = { apiVersion: `${Lamp.group}/v1`, kind: 'Lamp', metadata: { name: 'desk', namespace: 'default' } };
    const { spec } = await connection.client.resource(Lamp).create({ ...written, spec: { power: 'on' } });
    expect(spec).toEqual({ power: 'on', n: '12:30:00', y: '190:20:30', off: { null: 'null', true: true } });
  });
});
