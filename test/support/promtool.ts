import { ask, installTools, type ProgramResult } from './go-tools.ts';

/**
 * Returns a function that runs the promtool that `scripts/tools/promtool` pins. The first build takes about two minutes
 * without a warm cache.
 */
export async function findPromtool(): Promise<(args: readonly string[], input?: string) => Promise<ProgramResult>> {
  // Omits service discovery, which is half of the program and not needed here.
  const { promtool } = await installTools({ pinnedIn: 'promtool', tags: ['remove_all_sd'], tools: ['promtool'] });
  return (args, input = '') => ask(promtool, args, input);
}
