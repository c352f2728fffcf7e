import { describe, expect, it, vi } from 'vitest';

import { Crds } from './apply.ts';

const kubectl = vi.fn<(args: readonly string[], input?: string) => Promise<string>>();
const cluster = { title: '', kubectl, cleanUp: kubectl, [Symbol.asyncDispose]: () => Promise.resolve() };
const invalid = 'The CustomResourceDefinition "cafes.example.com" is invalid: spec.scope: Required value';
const crd =
  'metadata: { name: cafes.example.com }\nspec: { group: example.com, names: { plural: cafes }, versions: [{ name: v1, served: true }] }\n';

describe('CRDs', () => {
  const listVerbs = (): readonly unknown[] => kubectl.mock.calls.map(([[verb]]) => verb);
  const isDryRun = (args: readonly string[]): boolean => args.includes('--dry-run=server');

  it('that the API server rejects are an error with its reason, change nothing, and are sent again', async () => {
    const crds = new Crds(cluster);
    const prepare = vi.fn(() => Promise.resolve({ 'crds/a.yaml': crd }));
    kubectl.mockReset().mockRejectedValue(new Error(`failed to run kubectl apply -f - (exit code 1): ${invalid}`));
    await expect(crds.apply({ 'crds/a.yaml': crd }, prepare)).rejects.toThrow(`failed to apply the CRDs: ${invalid}`);
    expect(kubectl.mock.calls.map(([args]) => isDryRun(args))).toEqual([true]);
    expect(prepare).not.toHaveBeenCalled();
    kubectl.mockReset().mockResolvedValue('');
    await crds.apply({ 'crds/a.yaml': crd }, prepare);
    expect(kubectl.mock.calls.map(([args]) => isDryRun(args))).toEqual([true, false, false, false]);
    expect(listVerbs()).toEqual(['apply', 'apply', 'wait', 'get']);
  });

  it('that the API server does not serve are applied as they were before', async () => {
    const crds = new Crds(cluster);
    const converted = `${crd}# with a conversion\n`;
    kubectl.mockReset().mockResolvedValue('');
    await crds.apply({ a: crd });
    const fail = ([verb, what]: readonly string[]): Promise<string> =>
      verb === 'wait' ? Promise.reject(new Error('timed out')) : Promise.resolve(what === 'crds' ? '{"items":[]}' : '');
    kubectl.mockReset().mockImplementation(fail);
    const prepare = (): Promise<Record<string, string>> => Promise.resolve({ a: converted, b: converted });
    await expect(crds.apply({ a: crd, b: crd }, prepare)).rejects.toThrow('failed to apply the CRDs: timed out');
    expect(listVerbs()).toEqual(['apply', 'get', 'apply', 'wait', 'get', 'wait', 'apply']);
    expect(kubectl.mock.calls[6]?.[1]).toBe(`${crd}---\n${crd}`);
  });

  it('are compared with those in the cluster, which somebody may have replaced', async () => {
    const build = (scope: string): string =>
      JSON.stringify({
        ...{ apiVersion: 'apiextensions.k8s.io/v1', metadata: { name: 'cafes.example.com' } },
        spec: {
          ...{ group: 'example.com', scope, names: { kind: 'Cafe', plural: 'cafes' } },
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        },
      });
    const answer = (stored: string) => (args: readonly string[]) =>
      Promise.resolve(args.includes('json') ? stored : '');
    const crds = new Crds(cluster);
    kubectl.mockReset().mockImplementation(answer(build('Namespaced')));
    expect(await crds.apply({ a: build('Namespaced') })).toEqual({ changes: '', again: [] });
    kubectl.mockReset().mockImplementation(answer(build('Cluster')));
    expect(await crds.apply({ a: `${build('Cluster')}\n` })).toEqual({ changes: '', again: [] });
    kubectl.mockReset().mockImplementation(answer(JSON.stringify({ items: [JSON.parse(build('Cluster'))] })));
    const { changes } = await crds.apply({ a: build('Cluster').replace('"cafes"}', '"cafes","shortNames":["cf"]}') });
    expect(changes).toBe('compatible  cafes.example.com v1: with the short name cf (kubectl-name-added)');
  });

  it.each([
    ['', ['apply', 'get', 'apply', 'wait', 'get']],
    ['cafes.example.com   2030-01-01T00:00:00Z\n', ['wait', 'apply', 'get', 'apply', 'wait', 'get']],
  ])('that somebody deleted are applied again: %j', async (found, verbs) => {
    const crds = new Crds(cluster);
    kubectl.mockReset().mockResolvedValue('');
    await crds.findDeleted();
    expect(kubectl).not.toHaveBeenCalled();
    await crds.apply({ a: crd });
    kubectl.mockReset().mockResolvedValue(found);
    await crds.findDeleted();
    kubectl.mockReset().mockResolvedValue('');
    expect(await crds.apply({ a: crd })).toEqual({ changes: '', again: ['cafes.example.com'] });
    expect(listVerbs()).toEqual(verbs);
    kubectl.mockReset();
    expect(await crds.apply({ a: crd })).toEqual({ changes: '', again: [] });
  });

  it.each(['cafes.example.com   <none>\n', new Error('the API server is busy')])(
    'that exist or cannot be listed are not sent again: %s',
    async (answer) => {
      const crds = new Crds(cluster);
      kubectl.mockReset().mockResolvedValue('');
      await crds.apply({ a: crd });
      kubectl.mockReset();
      if (answer instanceof Error) kubectl.mockRejectedValue(answer);
      else kubectl.mockResolvedValue(answer);
      await crds.findDeleted();
      kubectl.mockReset();
      expect(await crds.apply({ a: crd })).toEqual({ changes: '', again: [] });
      expect(kubectl).not.toHaveBeenCalled();
    },
  );

  it('that are still being deleted are an error that says so', async () => {
    const crds = new Crds(cluster);
    kubectl.mockReset().mockResolvedValue('');
    await crds.apply({ a: crd });
    kubectl.mockReset().mockResolvedValue('cafes.example.com   2030-01-01T00:00:00Z\n');
    await crds.findDeleted();
    kubectl.mockReset().mockRejectedValue(new Error('timed out'));
    await expect(crds.apply({ a: crd })).rejects.toThrow(
      'failed to apply the CRDs: the API server still deletes the CRD cafes.example.com with its objects',
    );
  });

  it('that have no conditions yet are waited for again', async () => {
    const noConditions = 'error: .status.conditions accessor error: <nil> is of the type <nil>, expected []interface{}';
    let isFirst = true;
    kubectl.mockReset().mockImplementation(([verb]) => {
      if (verb !== 'wait' || !isFirst) return Promise.resolve('');
      isFirst = false;
      return Promise.reject(new Error(noConditions));
    });
    await new Crds(cluster).apply({ 'crds/a.yaml': crd });
    expect(listVerbs()).toEqual(['apply', 'apply', 'wait', 'wait', 'get']);
  });

  it('may end without a line break', async () => {
    kubectl.mockReset().mockResolvedValue('');
    await new Crds(cluster).apply({ 'file:///oven.crd.json': crd.trimEnd(), 'crds/a.yaml': crd });
    expect(kubectl.mock.calls[1]?.[1]).toBe(`${crd}---\n${crd}`);
  });
});
