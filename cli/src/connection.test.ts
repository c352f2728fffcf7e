import { expect, it } from 'vitest';

import { requireConnection } from './connection.ts';

const refused = 'The connection to the server localhost:8080 was refused';

it.each([
  ['', undefined, 'failed to reach a cluster: your kubeconfig has none; set KUBECONFIG, or start one: kubewright dev'],
  ['', 'staging', `failed to reach a cluster: ${refused}; check the kubeconfig`],
  ['kind https://127.0.0.1:6443', undefined, `failed to reach a cluster: ${refused}; check the kubeconfig`],
])('a command that needs a cluster fails without one (config "%s", context %s)', async (config, context, message) => {
  const kubectl = ([command]: readonly string[]) =>
    Promise.resolve({ code: 1, stdout: command === 'version' ? '{}' : config, stderr: `${refused}\n` });
  await expect(requireConnection(kubectl, context)).rejects.toThrow(message);
});
