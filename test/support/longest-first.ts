import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * A sequencer that runs these files of each project first, in this order, and the others in Vitest's own order. A slow
 * file that starts last would run alone at the end, with one core idle. Vitest itself orders files by the durations of
 * earlier runs, which a fresh clone does not have.
 *
 * @param order file names without `.test.ts`, with their folders where the name alone is ambiguous
 */
export function createLongestFirst(order: readonly string[]): typeof BaseSequencer {
  const rank = ({ moduleId }: TestSpecification): number => {
    const found = order.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
    return found === -1 ? order.length : found;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      // The order of the projects stays: files are sorted only within their project.
      const projects = [...new Set(sorted.map(({ project }) => project))];
      return projects.flatMap((project) =>
        sorted.filter((file) => file.project === project).sort((a, b) => rank(a) - rank(b)),
      );
    }
  };
}
