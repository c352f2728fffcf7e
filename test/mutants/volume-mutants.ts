import type { Mutant } from './mutant.ts';

const storage = 'operator/testing/src/storage';
const node = 'operator/testing/src/node';

/** Mutants of the control plane of tests and its node: volumes, the paths of programs, and waits that time out. */
export const volumeMutants: readonly Mutant[] = [
  {
    name: 'path-leads-to-a-folder-beside',
    promise: 'A path in a volume never leads out of its folder.',
    file: `${storage}/host-folder.ts`,
    find: 'target.startsWith(root + sep)',
    replace: 'target.startsWith(root)',
    test: `${storage}/host-folder.test.ts`,
  },
  {
    name: 'path-is-made-through-a-link',
    promise: 'Nothing is created through a symbolic link whose target does not exist.',
    file: `${storage}/host-folder.ts`,
    find: 'if (await exists(path)) return undefined;',
    replace: '',
    test: `${node}/volumes/host-path.test.ts`,
  },
  {
    name: 'volume-goes-though-it-is-retained',
    promise: 'A volume with the reclaim policy Retain is kept when its claim is deleted.',
    file: `${storage}/storage-plan.ts`,
    find: 'isReleased && hasDeletePolicy(volume)',
    replace: 'isReleased',
    test: `${storage}/storage-plan.test.ts`,
  },
  {
    name: 'folder-goes-while-it-is-used',
    promise: 'The folder of a deleted volume is removed only when nothing uses the volume.',
    file: `${storage}/storage-plan.ts`,
    find: 'finalizers.includes(folderFinalizer) && !finalizers.includes(volumeProtection)',
    replace: 'finalizers.includes(folderFinalizer)',
    test: `${storage}/storage-plan.test.ts`,
  },
  {
    name: 'claim-grows-before-its-volume',
    promise: 'The capacity in a claim is never larger than that of its volume.',
    file: `${storage}/storage-plan.ts`,
    find: "[{ type: 'grow volume', volume, to: wanted }]",
    replace: "[{ type: 'grow claim', claim, to: wanted }]",
    test: `${storage}/storage-plan.test.ts`,
  },
  {
    name: 'mount-hides-what-lasts',
    promise: 'A mount does not replace files in a volume that outlives its Pod.',
    file: `${node}/volumes/pod-volumes.ts`,
    find: 'refuseInside(lasting, mounts);',
    replace: '',
    test: `${node}/volumes/pod-volumes.test.ts`,
  },
  {
    name: 'failed-mount-is-emitted-with-every-try',
    promise: 'A volume that cannot be mounted is reported by one event, however often the mount is retried.',
    file: `${node}/pods/synced-volumes.ts`,
    find: 'if (this.#emitted.has(note)) return;',
    replace: '',
    test: `${node}/pods/pod-worker.test.ts`,
  },
  {
    name: 'image-has-no-folder-of-its-own',
    promise: 'Relative paths in an image are resolved in the working directory of the image.',
    file: `${node}/pods/prepare-container.ts`,
    find: 'if (workingDir === undefined && ofImage !== undefined) return resolve(ofImage);',
    replace: '',
    test: `${node}/pods/pod-worker.test.ts`,
  },
  {
    name: 'wait-in-vain-shows-no-pods',
    promise: 'The error of a wait that times out lists the Pods that are not ready.',
    file: 'operator/testing/src/diagnosis/wait-for.ts',
    find: '${why}\\n${how}',
    replace: '${why}',
    test: 'operator/testing/src/diagnosis/wait-for.test.ts',
  },
  {
    name: 'wait-hangs-with-its-look',
    promise: 'A wait ends at its timeout, even if the check hangs.',
    file: 'operator/testing/src/diagnosis/wait-for.ts',
    find: 'return await Promise.race([look(), tooLong]);',
    replace: 'return await Promise.race([look(), tooLong.catch(look)]);',
    test: 'operator/testing/src/diagnosis/wait-for.test.ts',
  },
];
