import { expect, it, vi } from 'vitest';

import { uninstall } from './uninstall.ts';

const kubectl = vi.fn<(args: readonly string[]) => Promise<string>>();
const run = () => uninstall(['/my shops/src/oven.crd.json', '/my shops/src/a b.crd.json'], '/my shops', { kubectl });

it('CRDs are deleted if they exist, and the user can install them again', async () => {
  kubectl.mockReset().mockResolvedValue('customresourcedefinition "ovens" deleted\n');
  expect(await run()).toBe(
    'customresourcedefinition "ovens" deleted\n' +
      "to install the kinds of --not-installed: kubectl apply --server-side -f src/oven.crd.json -f 'src/a b.crd.json'",
  );
  expect(kubectl).toHaveBeenCalledWith(
    expect.arrayContaining(['delete', '--ignore-not-found', '/my shops/src/a b.crd.json']),
  );
});

it('an error of kubectl is explained', async () => {
  kubectl.mockReset().mockRejectedValue(new Error('failed to run kubectl delete -f x: timed out'));
  await expect(run()).rejects.toThrow(/^failed to delete the CRDs of --not-installed: timed out$/);
});
