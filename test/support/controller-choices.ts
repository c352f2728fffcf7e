import { kubewright } from '../../operator/src/kubewright.ts';

/** The names of all our controllers. */
export const allControllers: readonly string[] = kubewright.controllers.map(({ name }) => name);

/** What people choose to run: everything (`undefined`), one controller alone, some of them. */
export const controllerChoices: readonly (readonly string[] | undefined)[] = [
  undefined,
  ...allControllers.map((name) => [name]),
  ['pet', 'web-server'],
];
