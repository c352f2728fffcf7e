import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { applySamples, Crds } from './apply.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cli-apply-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const kubectl = vi.fn<(args: readonly string[], input?: string) => Promise<string>>();
const cluster = { title: '', kubectl, cleanUp: kubectl, [Symbol.asyncDispose]: () => Promise.resolve() };
const invalid = 'The CustomResourceDefinition "cafes.example.com" is invalid: spec.scope: Required value';
const crd = 'spec: { group: example.com, names: { plural: cafes }, versions: [{ name: v1, served: true }] }\n';

describe('CRDs', () => {
  it('that the API server rejects are an error with its reason, and are sent again', async () => {
    const crds = new Crds(cluster);
    kubectl.mockRejectedValueOnce(new Error(`failed to run kubectl apply -f - (exit code 1): ${invalid}`));
    await expect(crds.apply({ 'crds/a.yaml': crd })).rejects.toThrow(`failed to apply the CRDs: ${invalid}`);
    kubectl.mockReset().mockResolvedValue('');
    await crds.apply({ 'crds/a.yaml': crd });
    expect(kubectl.mock.calls.map(([[verb]]) => verb)).toEqual(['apply', 'wait', 'get']);
  });

  it('that have no conditions yet are waited for again', async () => {
    const noConditions = 'error: .status.conditions accessor error: <nil> is of the type <nil>, expected []interface{}';
    kubectl.mockReset().mockResolvedValue('').mockResolvedValueOnce('').mockRejectedValueOnce(new Error(noConditions));
    await new Crds(cluster).apply({ 'crds/a.yaml': crd });
    expect(kubectl.mock.calls.map(([[verb]]) => verb)).toEqual(['apply', 'wait', 'wait', 'get']);
  });

  it('may end without a line break', async () => {
    kubectl.mockReset().mockResolvedValue('');
    await new Crds(cluster).apply({ 'file:///oven.crd.json': crd.trimEnd(), 'crds/a.yaml': crd });
    expect(kubectl.mock.calls[0]?.[1]).toBe(`${crd}---\n${crd}`);
  });
});

describe('samples', () => {
  const addSample = (): void => {
    mkdirSync(path.join(folder, 'samples'));
    writeFileSync(path.join(folder, 'samples/cafe.yaml'), '');
  };

  it('are applied, with the output of kubectl', async () => {
    addSample();
    kubectl.mockReset().mockResolvedValue('cafe.example.com/sample serverside-applied\n');
    expect(await applySamples(folder, cluster)).toBe('cafe.example.com/sample serverside-applied');
    expect(kubectl.mock.calls).toEqual([[expect.arrayContaining(['apply', '--force-conflicts'])]]);
  });

  it('that are invalid are an error without the arguments of kubectl', async () => {
    addSample();
    kubectl.mockReset().mockRejectedValue(new Error('failed to run kubectl apply -f x: spec.replicas: Invalid value'));
    await expect(applySamples(folder, cluster)).rejects.toThrow(
      /^failed to apply samples\/: spec\.replicas: Invalid value$/,
    );
  });

  it('may be absent', async () => {
    kubectl.mockReset();
    expect(await applySamples(folder, cluster)).toBe('samples/ has no objects to apply');
    mkdirSync(path.join(folder, 'samples'));
    expect(await applySamples(folder, cluster)).toBe('samples/ has no objects to apply');
    expect(kubectl).not.toHaveBeenCalled();
  });
});
