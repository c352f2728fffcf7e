import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startControlPlane } from '@kubewright/testing';
import { root } from '../../../scripts/run.ts';
import type { UserProject } from '../../support/user-project.ts';
import { DevCommand } from './dev-command.ts';

/** The kind before it has a second version. */
const firstMenu = `
import { awaitChange, defineApi, defineController, t } from '@kubewright/runtime';

const Menu = defineApi({ group: 'example.com', kind: 'Menu', version: 'v1', spec: t.object({ openHours: t.integer() }) });

export const conversions = [] as const;
export const webhooks = [] as const;
export const controllers = [defineController(Menu, { reconcile: async () => awaitChange })];
`;

/** A kind with two versions: v1 counts hours, and v2, which is stored, counts minutes. */
const menu = `
import { awaitChange, defineApi, defineController, defineConversion, defineWebhook, invalid, spoke, t } from '@kubewright/runtime';

const menu = { group: 'example.com', kind: 'Menu' } as const;
const MenuV1 = defineApi({ ...menu, version: 'v1', spec: t.object({ openHours: t.integer() }) });
const MenuV2 = defineApi({
  ...menu,
  version: 'v2',
  spec: t.object({ openMinutes: t.integer(), label: t.optional(t.string()) }),
});

export const conversions = [
  defineConversion(MenuV2, [
    spoke(MenuV1, {
      toHub: ({ spec }) => ({ spec: { openMinutes: spec.openHours * 60 } }),
      fromHub: ({ spec }) => ({ spec: { openHours: spec.openMinutes / 60 } }),
    }),
  ]),
];

export const webhooks = [
  defineWebhook(MenuV2, {
    mutate: (object) => ({ ...object, spec: { label: 'fresh', ...object.spec } }),
    validate: ({ spec: { openMinutes } }) =>
      openMinutes > 600 ? [invalid('spec.openMinutes', openMinutes, 'the cook sleeps')] : [],
  }),
];

export const controllers = [defineController(MenuV2, { reconcile: async () => awaitChange })];
`;

const operator = `
import type { OperatorDefinition } from '@kubewright/runtime';

import { controllers, conversions, webhooks } from './menu.ts';

export const operator: OperatorDefinition = { name: 'menus', version: '0.1.0', controllers, conversions, webhooks };
`;

const file = 'src/menu.ts';
let dev: DevCommand;
let project: UserProject;

beforeAll(async () => {
  const packageJson = '{ "type": "module", "kubewright": { "image": "a/menus" } }';
  dev = await DevCommand.create({ 'package.json': packageJson, [file]: firstMenu, 'src/operator.ts': operator });
  ({ project } = dev);
  await dev.start();
});

afterAll(() => dev[Symbol.asyncDispose]());

const write = (text: string): Promise<void> => dev.write({ [file]: text });

async function save(from: string, to: string): Promise<void> {
  await write((await project.read(file)).replace(from, to));
  await dev.awaitPrinted(/serving webhooks/);
}

/** Creates a Menu, and resolves with what kubectl prints. */
const create = (name: string, version: string, spec: object): Promise<string> => {
  const object = { apiVersion: `example.com/${version}`, kind: 'Menu', metadata: { name }, spec };
  return project.sh(`echo '${JSON.stringify(object)}' | kubectl create -f -`).catch(String);
};
const read = (name: string, version: string, field: string): Promise<string> =>
  project.sh(`kubectl get menus.${version}.example.com ${name} -o jsonpath={.spec.${field}}`);
/** Waits until the API server uses a new webhook configuration. */
async function untilRejected(message: string): Promise<void> {
  let count = 0;
  const createAnother = (): Promise<string> => create(`late-${Date.now()}-${count++}`, 'v2', { openMinutes: 660 });
  await expect.poll(createAnother).toContain(message);
}
const listConfigurations = (): Promise<string> =>
  project.sh('kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o name');

describe('kubewright dev of an operator with webhooks and two versions', { timeout: 180_000 }, () => {
  it('adds a version with a conversion without a warning', async () => {
    await dev.awaitPrinted(/controller started/);
    expect(await create('first', 'v1', { openHours: 1 })).toContain('created');
    await write(menu);
    await dev.awaitPrinted(/webhooks: 2 at/);
    await expect.poll(() => read('first', 'v2', 'openMinutes')).toBe('60');
    expect(dev.printed).not.toContain('WARN');
  });

  it('rejects an object with the message of validate, and completes one with mutate', async () => {
    await untilRejected('spec.openMinutes: Invalid value: 660: the cook sleeps');
    expect(await create('early', 'v2', { openMinutes: 120 })).toContain('created');
    expect(await read('early', 'v2', 'label')).toBe('fresh');
  });

  it('converts in both directions, and calls the webhook for the other version, too', async () => {
    expect(await read('early', 'v1', 'openHours')).toBe('2');
    expect(await create('brief', 'v1', { openHours: 3 })).toContain('created');
    expect(await read('brief', 'v2', 'openMinutes')).toBe('180');
    expect(await create('endless', 'v1', { openHours: 24 })).toContain('the cook sleeps');
  });

  it('does not prevent kubewright plan from comparing the CRD, of which an apply would replace the conversion', async () => {
    const plan = `code=0; "${process.execPath}" "${root}/cli/src/main.ts" plan || code=$?; echo "exit code $code"`;
    const text = await project.sh(plan);
    expect(text).toMatch(/^\+ {4}app\.kubernetes\.io\/component: crds$/m);
    expect(text).toMatch(/^Warning: CustomResourceDefinition menus\.example\.com .*"kubewright dev"/m);
    expect(text).not.toMatch(/^x /m);
    expect(text).toMatch(/\nsummary: \d+ to create, 1 to change\nexit code 1\n$/);
  });

  it('answers with the new code after a save, at the same address', async () => {
    const before = await project.sh('kubectl get validatingwebhookconfigurations -o jsonpath={..url}');
    await save('the cook sleeps', 'the cook is out');
    await untilRejected('the cook is out');
    await save('openHours * 60', 'openHours * 120');
    expect(await create('odd', 'v1', { openHours: 2 })).toContain('created');
    expect(await read('odd', 'v2', 'openMinutes')).toBe('240');
    expect(await project.sh('kubectl get validatingwebhookconfigurations -o jsonpath={..url}')).toBe(before);
  });

  it('lists objects as the new code converts them', async () => {
    const filter = '{.items[?(@.metadata.name=="early")].spec.openHours}';
    const list = (): Promise<string> => project.sh(`kubectl get menus.v1.example.com -o 'jsonpath=${filter}'`);
    expect(await list()).toBe('2');
    await save('openMinutes / 60', 'openMinutes / 30');
    await expect.poll(list, { timeout: 15_000 }).toBe('4');
    await save('openMinutes / 30', 'openMinutes / 60');
    await expect.poll(list, { timeout: 15_000 }).toBe('2');
  });

  it('removes the configuration of a webhook that the operator no longer has', async () => {
    await save('export const webhooks = [', 'export const webhooks = [] as const; export const old = [');
    await expect.poll(() => create('late', 'v2', { openMinutes: 660 })).toContain('created');
    expect(await listConfigurations()).toBe('');
    await save('export const webhooks = [] as const; export const old = [', 'export const webhooks = [');
    await dev.awaitPrinted(/webhooks: 2 at https:\/\/127\.0\.0\.1:/);
    await untilRejected('the cook is out');
  });

  it('does not block writes while its process has ended', async () => {
    await write(`${await project.read(file)}process.exit(3);\n`);
    await dev.awaitPrinted(/the process of the operator ended/);
    await expect.poll(listConfigurations).toBe('');
    await expect.poll(() => create('orphan', 'v2', { openMinutes: 660 })).toContain('created');
    await save('process.exit(3);\n', '');
    await dev.awaitPrinted(/webhooks: 2 at/);
    await untilRejected('the cook is out');
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('works again after it has ended with %s', async (signal) => {
    await dev.end(signal);
    await dev.start();
    await dev.awaitPrinted(/webhooks: 2 at/);
    expect(await read('early', 'v1', 'openHours')).toBe('2');
    await untilRejected('the cook is out');
    expect(await create(`again-${signal.toLowerCase()}`, 'v2', { openMinutes: 60 })).toContain('created');
  });

  it('does not block writes after it was killed, while the sources do not load', async () => {
    await dev.write({ 'src/operator.ts': `${operator}throw new Error('half written');` });
    await dev.end('SIGKILL');
    await dev.start();
    await dev.awaitPrinted(/half written/);
    expect(await listConfigurations()).toBe('');
    expect(await create('meanwhile', 'v2', { openMinutes: 660 })).toContain('created');
    await dev.end('SIGTERM');
  });

  it('works on the cluster of a context at --webhook-host, and leaves no webhooks and conversions there', async () => {
    const components = { controllerManager: false, scheduler: false, kwok: false };
    await using controlPlane = await startControlPlane({ components });
    project.env['KUBECONFIG'] = controlPlane.kubeconfigPath;
    await dev.write({ 'src/operator.ts': operator });
    const context = (await project.sh('kubectl config current-context')).trim();
    dev.launch('--context', context);
    await dev.awaitPrinted(
      /dev does not run the webhooks: .*; to run them, pass --webhook-host [^]*controller started/,
    );
    expect(await create('unchecked', 'v2', { openMinutes: 660 })).toContain('created');
    await dev.end('SIGTERM');
    dev.launch('--context', context, '--webhook-host', '127.0.0.1');
    await dev.awaitPrinted(/webhooks: 2 at/);
    await untilRejected('the cook');
    expect(await read('unchecked', 'v1', 'openHours')).toBe('11');
    const second = await project
      .sh(`"${process.execPath}" "${root}/cli/src/main.ts" dev --context ${context}`)
      .catch(String);
    expect(second).toContain('another `kubewright dev` of this folder uses this context: stop that process first');
    await dev.end('SIGKILL');
    dev.launch('--context', context);
    await dev.awaitPrinted(/controller started/);
    expect(await listConfigurations()).toBe('');
    await dev.end('SIGTERM');
    dev.launch('--context', context, '--webhook-host', 'unreachable.invalid');
    await dev.awaitPrinted(
      /cannot call https:\/\/unreachable.invalid:\d+: .*no such host[^]*dev does not run the webhooks[^]*controller started/,
    );
    expect(await create('unreached', 'v2', { openMinutes: 660 })).toContain('created');
    await dev.end('SIGTERM');
    dev.launch('--context', context, '--webhook-host', '127.0.0.1');
    await dev.awaitPrinted(/webhooks: 2 at/);
    await dev.end('SIGTERM');
    expect(await listConfigurations()).toBe('');
    expect(await project.sh('kubectl get crds -o jsonpath={..conversion.strategy}')).toBe('None');
    expect(await create('late', 'v2', { openMinutes: 660 })).toContain('created');
  });
});
