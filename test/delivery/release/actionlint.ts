import { installTools } from '../../support/go-tools.ts';

/** The path of the actionlint that `test/delivery/actionlint` pins. */
export async function findActionlint(): Promise<string> {
  return (await installTools({ pinnedIn: 'actionlint', tools: ['actionlint'] })).actionlint;
}
