import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Makes tests import the sources of the workspace's packages instead of compiled code, which may be older. */
export const sourceAliases: readonly { readonly find: RegExp; readonly replacement: string }[] = [
  { find: /^@kubewright\/imports$/, replacement: path.join(root, 'imports/index.ts') },
  { find: /^@kubewright\/(infra|operator)$/, replacement: path.join(root, '$1/src/index.ts') },
  {
    find: /^@kubewright\/infra\/(catalogue|crd-changes|diff|helm|olm|pages|pulumi)$/,
    replacement: path.join(root, 'infra/src/$1/index.ts'),
  },
  { find: /^@kubewright\/operator\/(.+)$/, replacement: path.join(root, 'operator/src/$1/index.ts') },
  {
    find: /^@kubewright\/(declaration|runtime|control-plane|testing|generate)$/,
    replacement: path.join(root, 'operator/$1/src/index.ts'),
  },
  {
    find: /^@kubewright\/declaration\/(.+)$/,
    replacement: path.join(root, 'operator/declaration/src/$1.ts'),
  },
  {
    find: /^@kubewright\/runtime\/internal\/(.+\/(?:authority|keys|http-transport|signals))$/,
    replacement: path.join(root, 'operator/runtime/src/$1.ts'),
  },
  {
    find: /^@kubewright\/runtime\/(?:internal\/)?(.+)$/,
    replacement: path.join(root, 'operator/runtime/src/$1/index.ts'),
  },
];
