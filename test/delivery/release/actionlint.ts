import { installTools } from '../../support/go-tools.ts';

/** The path of the actionlint that `scripts/tools/actionlint` pins. */
export async function findActionlint(): Promise<string> {
  return (await installTools({ pinnedIn: 'actionlint', tools: ['actionlint'] })).actionlint;
}
