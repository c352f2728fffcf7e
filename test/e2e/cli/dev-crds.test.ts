import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DevCommand } from './dev-command.ts';

interface Code {
  readonly scope: 'Namespaced' | 'Cluster';
  /** The plural of Oven. @default 'ovens' */
  readonly plural?: string;
  /** Whether Menu has a second version, to which the operator converts. */
  readonly converts?: boolean;
  /** Whether the new version has another field. */
  readonly label?: boolean;
  /** Whether a webhook checks that a large oven comes after a small one. */
  readonly checks?: boolean;
  /** A line that differs in each save. */
  readonly comment?: string;
}

/** The code of an operator with two kinds, of which Menu may have two versions. */
const writeOperator = ({
  scope,
  plural = 'ovens',
  converts = false,
  label = false,
  checks = false,
  comment = '',
}: Code): string => `
import { awaitChange, defineApi, defineController, defineConversion, defineWebhook, notFound, spoke, t } from '@kubewright/runtime';

// ${comment}
const Oven = defineApi({
  ...{ group: 'example.com', kind: 'Oven', plural: '${plural}', version: 'v1', scope: '${scope}' },
  spec: t.object({ heat: t.integer() }),
});
const kind = { group: 'example.com', kind: 'Menu' } as const;
const MenuV1 = defineApi({ ...kind, version: 'v1', spec: t.object({ hours: t.integer() }) });
const MenuV2 = defineApi({ ...kind, version: 'v2', spec: t.object({ minutes: t.integer()${label ? ', label: t.optional(t.string())' : ''} }) });
const conversion = defineConversion(MenuV2, [
  spoke(MenuV1, {
    toHub: ({ spec }) => ({ spec: { minutes: spec.hours * 60 } }),
    fromHub: ({ spec }) => ({ spec: { hours: spec.minutes / 60 } }),
  }),
], { storageVersion: MenuV1 });
const webhook = defineWebhook(Oven, {
  reads: { ovens: Oven },
  async validate({ spec: { heat } }, { ovens }) {
    return heat > 200 && (await ovens.get('small')) === undefined ? [notFound('spec.heat', heat)] : [];
  },
});
const reconcile = async () => awaitChange;

export const operator = {
  ...{ name: 'bakery', version: '0.1.0' },
  controllers: [defineController(Oven, { reconcile }), defineController(${converts ? 'MenuV2' : 'MenuV1'}, { reconcile })],
  conversions: [${converts ? 'conversion' : ''}],
  webhooks: [${checks ? 'webhook' : ''}],
};
`;

const file = 'src/operator.ts';
const writeOven = (name: string, heat: number): string => `apiVersion: example.com/v1
kind: Oven
metadata: { name: ${name} }
spec: { heat: ${heat} }
`;

describe('kubewright dev and CRDs that the API server rejects or somebody deletes', { timeout: 180_000 }, () => {
  let dev: DevCommand;
  const sh = (commands: string): Promise<string> => dev.project.sh(commands).catch(String);
  const save = (code: Code): Promise<void> => dev.write({ [file]: writeOperator(code) });
  const readStrategy = (): Promise<string> =>
    sh('kubectl get crd menus.example.com -o jsonpath={.spec.conversion.strategy}');

  beforeAll(async () => {
    dev = await DevCommand.create({
      [file]: writeOperator({ scope: 'Namespaced' }),
      'samples/small.yaml': writeOven('small', 200),
    });
    await dev.start();
  }, 300_000);

  afterAll(() => dev[Symbol.asyncDispose]());

  it('leaves the other CRDs as the running code needs them if one is rejected', async () => {
    await dev.awaitPrinted(/controller started[^]*controller started/);
    const menu = { apiVersion: 'example.com/v1', kind: 'Menu', metadata: { name: 'lunch' }, spec: { hours: 1 } };
    expect(await sh(`echo '${JSON.stringify(menu)}' | kubectl create -f -`)).toContain('created');
    await save({ scope: 'Cluster', converts: true });
    await dev.awaitPrinted(/field is immutable[^]*still runs your last working code/);
    expect(await sh('kubectl get menus -o name')).toBe('menu.example.com/lunch\n');
    expect(await readStrategy()).toBe('None');
    await save({ scope: 'Namespaced', converts: true });
    await dev.awaitPrinted(/controller started[^]*controller started/);
    expect(await sh('kubectl get menus.v2.example.com lunch -o jsonpath={.spec.minutes}')).toBe('60');
  });

  it('does not call changes of a version breaking that is new', async () => {
    await save({ scope: 'Namespaced', converts: true, label: true });
    await dev.awaitPrinted(/compatible +menus\.example\.com v2 spec\.label: a new field[^]*controller started/);
    await save({ scope: 'Namespaced', converts: true });
    await dev.awaitPrinted(/controller started[^]*controller started/);
    expect(await sh('kubectl explain menu.spec --api-version=example.com/v2')).not.toContain('label');
    expect(dev.printed).not.toContain('BREAKING');
  });

  it('leaves them readable if one is rejected at its start', async () => {
    await dev.end();
    await save({ scope: 'Cluster', converts: true });
    await dev.start();
    await dev.awaitPrinted(/field is immutable[^]*does not run yet/);
    expect(await sh('kubectl get menus.v2.example.com -o name')).toBe('menu.example.com/lunch\n');
    expect(await readStrategy()).toBe('None');
  });

  it('installs a CRD again that somebody has deleted, with its samples, on the next save', async () => {
    await save({ scope: 'Namespaced', converts: true });
    await dev.awaitPrinted(/oven\.example\.com\/small serverside-applied/);
    expect(await sh('kubectl delete crd ovens.example.com')).toContain('deleted');
    await save({ scope: 'Namespaced', converts: true, comment: 'another save' });
    await dev.awaitPrinted(/installed deleted CRDs again: ovens\.example\.com[^]*small serverside-applied/);
    expect(await sh('kubectl get ovens -o name')).toBe('oven.example.com/small\n');
    expect(await sh('kubectl get menus -o name')).toBe('menu.example.com/lunch\n');
  });

  it('says how to replace a CRD that cannot change, and nothing false after that', async () => {
    await save({ scope: 'Cluster', converts: true });
    const command = /^kubewright {2}(kubectl --kubeconfig \S+ delete crd ovens\.example\.com)$/m;
    await dev.awaitPrinted(command);
    expect(dev.printed).toMatch(/still runs your last working code[^]*an installed CRD cannot change this/);
    expect(await sh(command.exec(dev.printed)?.[1] ?? '')).toContain('deleted');
    await save({ scope: 'Cluster', converts: true, comment: 'another save' });
    await dev.awaitPrinted(/installed deleted CRDs again: ovens\.example\.com[^]*controller started/);
    await dev.awaitPrinted(/oven\.example\.com\/small serverside-applied/);
    expect(await sh('kubectl get crd ovens.example.com -o jsonpath={.spec.scope}')).toBe('Cluster');
    expect(dev.printed).not.toMatch(/BREAKING|rejects/);
  });

  it('applies samples again that need another sample', async () => {
    await save({ scope: 'Cluster', converts: true, checks: true });
    await dev.awaitPrinted(/webhooks: 1 at/);
    // Lets kubectl forget that the kind had namespaces.
    await sh('kubectl api-resources && kubectl delete ovens --all');
    const large = writeOven('large', 300);
    await expect.poll(() => sh(`echo '${large}' | kubectl create --dry-run=server -f -`)).toContain('Not found: 300');
    await dev.write({ 'samples/a.yaml': large });
    await dev.awaitPrinted(/oven\.example\.com\/large serverside-applied/);
    expect(dev.printed).not.toContain('failed to apply');
    await sh('kubectl delete ovens --all');
    await dev.write({ 'samples/small.yaml': writeOven('tiny', 100) });
    await dev.awaitPrinted(/failed to apply samples\/: [^]*Not found: 300[^]*press the key a or save a module/);
  });

  it('says how to replace a CRD whose plural changes', async () => {
    await save({ scope: 'Cluster', plural: 'ovenware', converts: true });
    const command = /^kubewright {2}(kubectl --kubeconfig \S+ delete crd ovens\.example\.com)$/m;
    await dev.awaitPrinted(command);
    expect(dev.printed).toMatch(/does not serve ovenware\.example\.com: [^]*already in use/);
    expect(await sh(command.exec(dev.printed)?.[1] ?? '')).toContain('deleted');
    await save({ scope: 'Cluster', plural: 'ovenware', converts: true, comment: 'another save' });
    await dev.awaitPrinted(/controller started[^]*controller started/);
    await expect.poll(() => sh('kubectl get --raw /apis/example.com/v1/ovenware')).toContain('"OvenList"');
  });
});
