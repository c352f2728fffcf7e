import { kubewright } from '../../operator/src/kubewright.ts';

export const allControllers: readonly string[] = kubewright.controllers.map(({ name }) => name);

/** Sets of controllers that an operator may run: all of them (`undefined`), each one alone, and two of them. */
export const controllerChoices: readonly (readonly string[] | undefined)[] = [
  undefined,
  ...allControllers.map((name) => [name]),
  ['pet', 'web-server'],
];
