/** For this package's own tests: a user's operator (`zoo.ts`), and access to synthesized objects. */
export { addresses, type Synthesized, synthesized, the } from './synthesized.ts';
export { zoo, zooFile } from './zoo.ts';
