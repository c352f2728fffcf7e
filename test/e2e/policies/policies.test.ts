import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { definePolicy } from '../../../operator/runtime/src/index.ts';
import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { type Client, connect, buildPath } from '../../../operator/runtime/src/client/index.ts';
import { ConfigMap, Namespace, ValidatingAdmissionPolicy } from '../../../operator/runtime/src/kinds/index.ts';
import { kubewright } from '../../../operator/src/kubewright.ts';
import { until } from '../../support/until.ts';
import { buildWebServer } from '../../support/web-server.ts';
import { useKubectl } from '../support/kubectl.ts';
import { Cafe, coffee, menus } from './cafes.ts';
import { synthManifests } from './deploy-policies.ts';

const id = randomBytes(3).toString('hex');
const namespace = `inside-${id}`;
const outside = `outside-${id}`;
const own = `coffee-system-${id}`;
const shop = `shop-${id}`;
const crd = `${Cafe.plural}.${Cafe.group}`;

let client: Client;
const kubectl = useKubectl();

const cafe = (name: string, spec: object, where = namespace): object => ({
  ...{ apiVersion: `${Cafe.group}/v1`, kind: 'Cafe' },
  metadata: { name, namespace: where },
  spec,
});

const menu = (where: string): object => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap' },
  ...{ metadata: { name: 'menu', namespace: where }, data: { password: 'coffee' } },
});

/** The standard error of kubectl: a rejection, warnings, or nothing. */
async function runKubectl(args: readonly string[], object: object = {}): Promise<string> {
  const input = JSON.stringify(object);
  const [, words = ''] = await kubectl([...args, '--warnings-as-errors'], { input }).then(
    () => ['', 'nothing'],
    (error: unknown) => /\): ([^]*)$/.exec((error as Error).message) ?? [],
  );
  return words;
}

const created = (object: object): Promise<string> => runKubectl(['create', '-f', '-'], object);

beforeAll(async () => {
  ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
  const labels = { 'example.com/team': 'bar' };
  for (const name of [namespace, outside, own]) {
    await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
  }
  const cafes = await synthManifests(coffee, { namespace: own });
  await kubectl(['apply', '--server-side', '-f', '-'], { input: cafes.crds });
  await kubectl(['wait', '--for=condition=Established', `crd/${crd}`]);
  const finalizers = ['example.com/cafe'];
  await client.resource(Cafe).create({
    ...{ apiVersion: `${Cafe.group}/v1`, kind: 'Cafe' },
    metadata: { name: 'older', namespace, finalizers },
    spec: { image: 'cafe:latest' },
  });
  const limited = await synthManifests(menus, { namespace: own, namespaces: [namespace] });
  const ours = await synthManifests(kubewright, { name: shop, namespace: own, namespaces: [namespace] });
  const policies = [cafes, limited, ours].map((each) => each.policies).join('\n---\n');
  await kubectl(['apply', '--server-side', '-f', '-'], { input: policies });
  await awaitInForce();
});

/** Waits until the API server enforces the policies, which takes some time after their creation. */
async function awaitInForce(): Promise<void> {
  const dryRun = async (object: object, kind: Parameters<typeof buildPath>[0] = Cafe) => {
    const path = buildPath(kind, { namespace });
    return client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body: object });
  };
  await until('a Cafe is rejected', async () => (await dryRun(cafe('a', { image: 'cafe:latest' }))).status === 422);
  await until('a ConfigMap is rejected', async () => (await dryRun(menu(namespace), ConfigMap)).status === 422);
  await until('a Cafe is completed', async () => {
    const { body } = await dryRun(cafe('a', { image: 'cafe:1' }));
    return (body as Cafe).spec.seats === 4;
  });
  await until('a ConfigMap is completed', async () => {
    const { body } = await dryRun({ ...menu(namespace), data: {} }, ConfigMap);
    return (body as ConfigMap).metadata.labels !== undefined;
  });
  for (const object of [cafe('a', { image: 'cafe:1', sign: 'open' }), buildWebServer(namespace, 'a', { foo: 'bar' })]) {
    await until('the policy warns about an object', async () => {
      const words = await runKubectl(['create', '--dry-run=server', '-f', '-'], object);
      return words.includes('is ignored');
    });
  }
  await client.resource(Cafe).create(cafe('large', { image: 'cafe:1', seats: 100 }) as Cafe);
  await until('a deletion is rejected', async () => {
    const path = buildPath(Cafe, { namespace, name: 'large' });
    return (await client.transport.call({ method: 'DELETE', path, query: { dryRun: 'All' } })).status === 403;
  });
}

afterAll(async () => {
  const operators = [coffee.name, menus.name, shop].join(', ');
  const kinds = ['Validating', 'Mutating'].flatMap((each) => [
    `${each}AdmissionPolicyBinding`,
    `${each}AdmissionPolicy`,
  ]);
  await kubectl(['delete', kinds.join(','), '-l', `app.kubernetes.io/instance in (${operators})`]);
  await kubectl(['delete', 'crd', crd, '--wait=false']);
  await client.transport.close();
});

const policyText = (operator: string, policy: string): string => {
  const name = `'${operator}-${policy}'`;
  return `ValidatingAdmissionPolicy ${name} with binding ${name}`;
};

describe('a policy', () => {
  it('rejects an object with the message of its author', async () => {
    const refused = policyText(coffee.name, 'pinned-image');
    expect(await created(cafe('bad', { image: 'cafe:latest' }))).toBe(
      `The cafes "bad" is invalid: : ${refused} denied request: give the image a tag other than latest`,
    );
    expect(await created(cafe('bad', { image: 'cafe' }))).toBe(
      `Error from server (Forbidden): error when creating "STDIN": cafes.${Cafe.group} "bad" is forbidden: ` +
        `${refused} denied request: give the image cafe a tag`,
    );
  });

  it('ignores objects for which `when` is not true', async () => {
    expect(await created(cafe('closed', { image: 'cafe:latest', closed: true }))).toBe('nothing');
  });

  it('warns about an object, which is stored', async () => {
    expect(await created(cafe('signed', { image: 'cafe:1', sign: 'open' }))).toBe(
      `Warning: Validation failed for ${policyText(coffee.name, 'old-sign')}: spec.sign is ignored: remove it\n` +
        'error: 1 warning received',
    );
    expect((await client.resource(Cafe).get({ namespace, name: 'signed' })).spec.sign).toBe('open');
  });

  it('of ours warns about a field that WebServers no longer have', async () => {
    expect(await created(buildWebServer(namespace, 'home', { foo: 'bar', replicas: 0 }))).toContain(
      `${policyText(shop, 'web-server-foo')}: spec.foo is ignored: remove it`,
    );
    expect(await created(buildWebServer(namespace, 'next', { replicas: 0 }))).toBe('nothing');
  });

  it('mutates an object, and retains its fields', async () => {
    expect(await created(cafe('small', { image: 'cafe:1' }))).toBe('nothing');
    expect(await created(cafe('own', { image: 'cafe:1', seats: 9 }))).toBe('nothing');
    const stored = (name: string): Promise<Cafe> => client.resource(Cafe).get({ namespace, name });
    expect(await stored('small')).toMatchObject({
      metadata: { annotations: { seated: 'yes' } },
      spec: { image: 'cafe:1', seats: 4 },
    });
    expect((await stored('own')).spec.seats).toBe(9);
  });

  it('rejects a deletion', async () => {
    expect(await runKubectl(['delete', 'cafes', '-n', namespace, 'large'])).toBe(
      `Error from server (Forbidden): cafes.${Cafe.group} "large" is forbidden: ` +
        `${policyText(coffee.name, 'in-use')} denied request: close a cafe with 100 seats before it is deleted`,
    );
  });

  it('rejects an update of an object that was stored before it, but allows its deletion', async () => {
    const key = { namespace, name: 'older' };
    expect(await runKubectl(['label', 'cafes', '-n', namespace, 'older', 'a=b'])).toContain('other than latest');
    await client.resource(Cafe).delete(key, { propagation: 'Background' });
    expect(await runKubectl(['label', 'cafes', '-n', namespace, 'older', 'a=b'])).toBe('nothing');
    await client.resource(Cafe).mergePatch(key, { metadata: { finalizers: null } });
    await until('the Cafe is deleted', async () => (await client.resource(Cafe).tryGet(key)) === undefined);
  });

  it.each(['kube-system', own])('neither rejects nor mutates in %s', async (untouched) => {
    expect(await created(cafe(`bad-${id}`, { image: 'cafe:latest', sign: 'open' }, untouched))).toBe('nothing');
    const { metadata, spec } = await client.resource(Cafe).get({ namespace: untouched, name: `bad-${id}` });
    expect([spec.seats, metadata.annotations]).toEqual([undefined, undefined]);
  });

  it('for a kind of others applies only in the namespaces of its environment', async () => {
    const refused = policyText(menus.name, 'no-secrets');
    expect(await created(menu(namespace))).toBe(
      `The configmaps "menu" is invalid: : ${refused} denied request: put passwords into a Secret`,
    );
    expect(await created(menu(outside))).toBe('nothing');
    const labelsIn = async (where: string) =>
      (await client.resource(ConfigMap).get({ namespace: where, name: 'menu' })).metadata.labels;
    expect(await created({ ...menu(namespace), data: {} })).toBe('nothing');
    expect([await labelsIn(namespace), await labelsIn(outside)]).toEqual([{ 'example.com/team': 'bar' }, undefined]);
  });

  it.each([
    { validate: [{ cel: 'object.spec +', message: 'never' }] },
    { mutate: [{ apply: 'Object{spec: Object.spec{seats: unknown}}' }] },
  ])('that cannot be compiled is rejected when it is applied: %j', async (wrong) => {
    const policies = [definePolicy(Cafe, { name: 'wrong', ...wrong })];
    const manifests = await synthManifests({ ...coffee, policies }, { namespace: own });
    const apply = ['apply', '--server-side', '--dry-run=server', '-f', '-'];
    await expect(kubectl(apply, { input: manifests.policies })).rejects.toThrow('compilation failed');
  });

  it('has no type errors', async () => {
    const policies = client.resource(ValidatingAdmissionPolicy);
    for (const { name } of coffee.policies?.filter(({ validate }) => validate.length > 0) ?? []) {
      const { status } = await until(`the types of ${name} are checked`, async () => {
        const policy = await policies.get({ name: `${coffee.name}-${name}` });
        return policy.status?.typeChecking && policy;
      });
      expect([name, status?.typeChecking?.expressionWarnings]).toEqual([name, undefined]);
    }
  });
});
