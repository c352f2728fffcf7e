import type { Mutant } from './mutant.ts';

const storage = 'operator/testing/src/storage';
const node = 'operator/testing/src/node';

/** Mutants of the control plane of tests and its node: volumes, the paths of programs, and waits that time out. */
export const volumeMutants: readonly Mutant[] = [
  {
    name: 'path-leads-to-a-folder-beside',
    promise: 'No path of a volume leads out of the folder that it is in.',
    file: `${storage}/host-folder.ts`,
    find: 'target.startsWith(root + sep)',
    replace: 'target.startsWith(root)',
    test: `${storage}/host-folder.test.ts`,
  },
  {
    name: 'path-is-made-through-a-link',
    promise: 'Nothing is created through a link that leads nowhere.',
    file: `${storage}/host-folder.ts`,
    find: 'if (await exists(path)) return undefined;',
    replace: '',
    test: `${node}/volumes/host-path.test.ts`,
  },
  {
    name: 'volume-goes-though-it-is-retained',
    promise: 'A volume with the policy Retain outlives its claim.',
    file: `${storage}/storage-plan.ts`,
    find: 'isReleased && hasDeletePolicy(volume)',
    replace: 'isReleased',
    test: `${storage}/storage-plan.test.ts`,
  },
  {
    name: 'folder-goes-while-it-is-used',
    promise: 'The folder of a volume is deleted when nobody uses it any more.',
    file: `${storage}/storage-plan.ts`,
    find: 'finalizers.includes(folderFinalizer) && !finalizers.includes(volumeProtection)',
    replace: 'finalizers.includes(folderFinalizer)',
    test: `${storage}/storage-plan.test.ts`,
  },
  {
    name: 'claim-grows-before-its-volume',
    promise: 'A claim never shows more than its volume has.',
    file: `${storage}/storage-plan.ts`,
    find: "[{ type: 'grow volume', volume, to: wanted }]",
    replace: "[{ type: 'grow claim', claim, to: wanted }]",
    test: `${storage}/storage-plan.test.ts`,
  },
  {
    name: 'mount-hides-what-lasts',
    promise: 'No mount replaces what is in a volume that outlives its Pod.',
    file: `${node}/volumes/pod-volumes.ts`,
    find: 'refuseInside(lasting, mounts);',
    replace: '',
    test: `${node}/volumes/pod-volumes.test.ts`,
  },
  {
    name: 'failed-mount-is-emitted-with-every-try',
    promise: 'A volume that cannot be mounted is reported once, however often it is tried again.',
    file: `${node}/pods/synced-volumes.ts`,
    find: 'if (this.#emitted.has(note)) return;',
    replace: '',
    test: `${node}/pods/pod-worker.test.ts`,
  },
  {
    name: 'image-has-no-folder-of-its-own',
    promise: 'Relative paths of an image are looked up in its own folder.',
    file: `${node}/pods/prepare-container.ts`,
    find: 'if (workingDir === undefined && ofImage !== undefined) return resolve(ofImage);',
    replace: '',
    test: `${node}/pods/pod-worker.test.ts`,
  },
  {
    name: 'wait-in-vain-shows-no-pods',
    promise: 'A wait in vain shows the Pods that are not ready.',
    file: 'operator/testing/src/diagnosis/wait-for.ts',
    find: '${why}\\n${how}',
    replace: '${why}',
    test: 'operator/testing/src/diagnosis/wait-for.test.ts',
  },
  {
    name: 'wait-hangs-with-its-look',
    promise: 'A wait ends when its time is up, whatever it waits for.',
    file: 'operator/testing/src/diagnosis/wait-for.ts',
    find: 'return await Promise.race([look(), tooLong]);',
    replace: 'return await Promise.race([look(), tooLong.catch(look)]);',
    test: 'operator/testing/src/diagnosis/wait-for.test.ts',
  },
];
