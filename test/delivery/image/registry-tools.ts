import { installTools } from '../../support/go-tools.ts';

/** Paths of the CNCF's registry and of crane, a client of another project. */
export type RegistryTools = Readonly<Record<'registry' | 'crane', string>>;

/** The tools that `scripts/tools/registry` pins. The first build takes about four minutes without a warm cache. */
export function findRegistryTools(): Promise<RegistryTools> {
  return installTools({ pinnedIn: 'registry', tools: ['registry', 'crane'] });
}
