import { expect, it } from 'vitest';

import { explainStart, isLocal } from './dev-cluster.ts';

it.each([
  ['https://127.0.0.1:6443', true],
  ['https://[::1]:6443', true],
  ['https://0.0.0.0:41234', true],
  ['https://kubernetes.docker.internal:6443', true],
  ['https://cluster.example.com', false],
  ['', false],
])('whether %s is on this machine: %s', (server, expected) => {
  expect(isLocal(server)).toBe(expected);
});

it('a cluster that another command uses is an error with what to do', () => {
  const error = new Error(
    'failed to use /c: the directory is in use (process 7); stop that process or choose another directory',
  );
  expect(() => explainStart('/cafes', error)).toThrow(
    'another `kubewright dev` uses this cluster: stop that process first',
  );
});

it('other errors of the start stay as they are', () => {
  const error = new Error('no disk');
  expect(() => explainStart('/cafes', error)).toThrow(error);
});
