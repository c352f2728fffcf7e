import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Tests see the sources, not what was compiled of them some time ago. */
export const sourceAliases: readonly { readonly find: RegExp; readonly replacement: string }[] = [
  { find: /^@kubewright\/imports$/, replacement: path.join(root, 'imports/index.ts') },
  { find: /^@kubewright\/(infra|operator)$/, replacement: path.join(root, '$1/src/index.ts') },
  { find: /^@kubewright\/infra\/pulumi$/, replacement: path.join(root, 'infra/src/pulumi/index.ts') },
  { find: /^@kubewright\/operator\/kinds$/, replacement: path.join(root, 'operator/src/runtime/kinds/index.ts') },
  { find: /^@kubewright\/operator\/pet-store$/, replacement: path.join(root, 'operator/src/pet-store/index.ts') },
  { find: /^@kubewright\/operator\/testing$/, replacement: path.join(root, 'operator/src/testing/index.ts') },
];
