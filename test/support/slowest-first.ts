import path from 'node:path';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * A sequencer that runs these test files first, in this order, and all others after them: a slow file that starts last would run
 * alone at the end.
 *
 * @param order names of files without `.test.ts`
 */
export function slowestFirst(order: readonly string[]): typeof BaseSequencer {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const place = ({ moduleId }: TestSpecification): number => {
        const found = order.indexOf(path.basename(moduleId, '.test.ts'));
        return found === -1 ? order.length : found;
      };
      return files.toSorted((a, b) => place(a) - place(b));
    }
  };
}
