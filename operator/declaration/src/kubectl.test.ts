import { describe, expect, it } from 'vitest';

import { runKubectl } from './kubectl.ts';

/** Runs a program that prints what kubectl does. */
const print = (stdout: string, stderr: string, code = 1) =>
  runKubectl(
    [
      '-e',
      `console.log(${JSON.stringify(stdout)}); console.error(${JSON.stringify(stderr)}); process.exitCode = ${code}`,
    ],
    {
      command: process.execPath,
    },
  );

describe('the errors of kubectl', () => {
  it('are without the lines of its own log, which repeat them', async () => {
    const log = 'E1128 05:44:26.111020    5506 memcache.go:381] "Couldn\'t get current server API group list"';
    const { stderr } = await print('', `${log}\n${log}\nThe connection to the server was refused`);
    expect(stderr).toBe('The connection to the server was refused\n');
    expect(await print('', log)).toMatchObject({ stderr: `${log}\n` });
  });

  it('say that the kubeconfig has no credentials, for which kubectl asks without a terminal', async () => {
    expect(await print('Please enter Username: Please enter Password: ', 'error: EOF')).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr:
        'error: the kubeconfig has no credentials for the cluster: add them to its user, or choose another context\n',
    });
  });
});

it('the output of kubectl is returned as it is', async () => {
  expect(await print('{}', 'Warning: deprecated', 0)).toEqual({
    ...{ code: 0, stdout: '{}\n', stderr: 'Warning: deprecated\n' },
  });
});
