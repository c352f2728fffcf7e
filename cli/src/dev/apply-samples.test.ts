import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { beforeEach, expect, it, vi } from 'vitest';

import { useTemporaryFolder } from '../../../operator/control-plane/fixtures/temporary-folder.ts';
import { applySamples } from './apply-samples.ts';

let folder: string;
useTemporaryFolder((path) => void (folder = path));

beforeEach(() => {
  mkdirSync(path.join(folder, 'samples'));
  writeFileSync(path.join(folder, 'samples/cafe.yaml'), '');
  kubectl.mockReset();
});

const kubectl = vi.fn<(args: readonly string[], input?: string) => Promise<string>>();
const apply = (): Promise<string> => applySamples(folder, { kubectl });
const reject = (reason: string): Error => new Error(`failed to run kubectl apply -f x (exit code 1): ${reason}`);

it('samples are applied, with the output of kubectl', async () => {
  kubectl.mockResolvedValue('cafe.example.com/sample serverside-applied\n');
  expect(await apply()).toBe('cafe.example.com/sample serverside-applied');
  expect(kubectl.mock.calls).toEqual([[expect.arrayContaining(['apply', '--force-conflicts'])]]);
});

it('invalid samples are an error without the arguments of kubectl', async () => {
  kubectl.mockRejectedValue(reject('spec.replicas: Invalid value'));
  await expect(apply()).rejects.toThrow(/^failed to apply samples\/: spec\.replicas: Invalid value$/);
  expect(kubectl).toHaveBeenCalledTimes(2);
});

it('samples that need others are applied again', async () => {
  kubectl
    .mockRejectedValueOnce(reject('spec.oven: Not found: "a"\nspec.oven: Not found: "b"'))
    .mockRejectedValueOnce(reject('spec.oven: Not found: "b"'))
    .mockResolvedValue('applied');
  expect(await apply()).toBe('applied');
});

it('samples are applied with the new scope of their kind', async () => {
  kubectl
    .mockRejectedValueOnce(reject('the server could not find the requested resource (patch cafes.example.com sample)'))
    .mockRejectedValueOnce(new Error('an API group is unavailable'))
    .mockResolvedValue('applied');
  expect(await apply()).toBe('applied');
  expect(kubectl.mock.calls.map(([[verb]]) => verb)).toEqual(['apply', 'api-resources', 'apply']);
});

it('samples are applied at most four times', async () => {
  let count = 0;
  kubectl.mockImplementation(() => Promise.reject(reject(`attempt ${String((count += 1))}`)));
  await expect(apply()).rejects.toThrow('failed to apply samples/: attempt 4');
});

it('samples may be absent', async () => {
  rmSync(path.join(folder, 'samples/cafe.yaml'));
  expect(await apply()).toBe('samples/ has no objects to apply');
  rmSync(path.join(folder, 'samples'), { recursive: true });
  expect(await apply()).toBe('samples/ has no objects to apply');
  expect(kubectl).not.toHaveBeenCalled();
});
