/** For this package's own tests: a stranger's operator (`zoo.ts`) and a look at what was synthesized. */
export { addresses, type Synthesized, synthesized, the } from './synthesized.ts';
export { zoo, zooFile } from './zoo.ts';
