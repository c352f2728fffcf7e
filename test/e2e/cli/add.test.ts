import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { until } from '../../support/until.ts';
import { DevCommand } from './dev-command.ts';
import { beginProject } from './project.ts';

describe('a project that kubewright add extends', { timeout: 300_000 }, () => {
  let project: Awaited<ReturnType<typeof beginProject>>;

  beforeAll(async () => {
    project = await beginProject('coffee-shops');
  }, 300_000);
  afterAll(() => project[Symbol.asyncDispose]());

  const steps: readonly (readonly [command: string, files: readonly string[], tests: number])[] = [
    ['add api Bakery', ['samples/bakery.yaml', 'src/bakery.test.ts', 'src/bakery.ts'], 2],
    ['add version Bakery v2', ['samples/bakery-v2.yaml', 'src/bakery-versions.test.ts', 'src/bakery.ts'], 3],
    [
      'add api BakeryPolicy --no-controller --cluster-scoped',
      ['samples/bakery-policy.yaml', 'src/bakery-policy.ts'],
      4,
    ],
    ['add webhook Bakery', ['src/bakery-webhook.ts', 'src/bakery-webhook.test.ts'], 5],
    ['add webhook CoffeeShop', ['src/coffee-shop-webhook.ts', 'src/coffee-shop-webhook.test.ts'], 6],
    // The version of the hub does not change.
    ['add version CoffeeShop v1beta1', ['samples/coffee-shop-v1beta1.yaml', 'src/coffee-shop.ts'], 7],
  ];
  it.each(steps)('compiles and passes its tests after kubewright %s', async (command, files, tests) => {
    const printed = await project.sh(`kubewright ${command}`);
    for (const file of files) expect(printed).toMatch(new RegExp(`^(wrote|edited) ${file}$`, 'm'));
    expect(printed).toContain('edited src/operator.ts\n');
    await project.sh('npm run check');
    expect(await project.sh('npm test -- --test-reporter=tap')).toMatch(new RegExp(`^# pass ${String(tests)}$`, 'm'));
  });

  it('has all parts in its module, as its author would write them', async () => {
    expect(await project.read('src/operator.ts')).toContain(`
import { BakeryPolicy } from './bakery-policy.ts';
import { bakeryWebhook } from './bakery-webhook.ts';
import { bakery, bakeryVersions } from './bakery.ts';
import { coffeeShopWebhook } from './coffee-shop-webhook.ts';
import { coffeeShop, coffeeShopVersions } from './coffee-shop.ts';

export const operator: OperatorDefinition = {
  name: 'coffee-shops',
  version: '0.1.0',
  controllers: [coffeeShop, bakery],
  conversions: [bakeryVersions, coffeeShopVersions],
  apis: [BakeryPolicy],
  webhooks: [bakeryWebhook, coffeeShopWebhook],
};
`);
  });

  it('generates the CRDs of both kinds with their versions, and the webhooks', async () => {
    const printed = await project.sh('kubewright generate && kubewright generate --check');
    expect(printed).toContain('wrote crds/example.com_bakeries.yaml\n');
    expect(await project.read('crds/example.com_bakeries.yaml')).toMatch(/name: v2\n[^]*name: v1\n/);
    const { webhooks } = JSON.parse(await project.read('declaration.json')) as {
      readonly webhooks: readonly unknown[];
    };
    expect(webhooks).toHaveLength(2);
  });

  it('runs by npm run dev, with its samples, until npm ends', async () => {
    const dev = new DevCommand(project, ['npm', 'run']);
    onTestFinished(async () => {
      await dev.end();
    });
    await dev.start();
    const samples = 'bakery/bakery-sample bakery/bakery-sample-v2 coffeeshop/sample';
    const wait = () => project.sh(`kubectl wait ${samples} --for=condition=Ready --timeout=1s`);
    await until('the samples are ready', wait, { timeoutMs: 180_000 });
    await dev.end();
    await until('the control plane stops', () => project.sh('! kubectl get --raw /readyz'), { timeoutMs: 60_000 });
  });
});
