import { describe, expect, it } from 'vitest';

import { listRepositoryFiles, readRepositoryText } from '../files.ts';
import * as layout from './layout.ts';

const files = await listRepositoryFiles();
const of = (text: string) => () => text;

describe('the layout of the repository', () => {
  it('has only the listed files and folders at the top level', () => {
    expect(layout.findStrayAtTopLevel(['notes.txt', 'docs/a.md', 'README.md'])).toEqual(['notes.txt', 'docs/a.md']);
    expect(layout.findStrayAtTopLevel(files)).toEqual([]);
  });

  it('has no folder with a vague name such as utils', () => {
    expect(layout.findVaguelyNamed(['a/utils/b.ts', 'a/common.ts'])).toEqual(['a/utils/b.ts']);
    expect(layout.findVaguelyNamed(files)).toEqual([]);
  });

  it('names files in kebab-case', () => {
    expect(layout.findNotKebabCase(['a/webServer.ts', 'a/web-server.real.test.ts', 'A.md'])).toEqual([
      'a/webServer.ts',
    ]);
    expect(layout.findNotKebabCase(files)).toEqual([]);
  });

  it('has no handwritten source file of more than 500 lines', () => {
    expect(layout.findTooLong(['a.ts', 'imports/a.ts'], of('\n'.repeat(500)))).toEqual(['a.ts']);
    expect(layout.findTooLong(files, readRepositoryText)).toEqual([]);
  });

  it('has an index.ts in every module (top folder) of the runtime', () => {
    expect(layout.findModulesWithoutIndex(['operator/runtime/src/queue/queue.ts'])).toEqual([
      'operator/runtime/src/queue',
    ]);
    expect(layout.findModulesWithoutIndex(files)).toEqual([]);
  });

  it('begins every index of the operator with a module doc', () => {
    const index = 'operator/runtime/src/queue/index.ts';
    expect(layout.findWithoutModuleDoc([index], of("export { a } from './a.ts';"))).toEqual([index]);
    expect(layout.findWithoutModuleDoc([index], of('/**\n * Which keys are due.\n */'))).toEqual([]);
    expect(layout.findWithoutModuleDoc(files, readRepositoryText)).toEqual([]);
  });

  it('has only exports in every index', () => {
    const index = 'operator/runtime/src/queue/index.ts';
    expect(layout.findWithLogic([index], of("export { a } from './a.ts';\nexport const b = 1;"))).toEqual([index]);
    expect(layout.findWithLogic([index], of("/** Tour. */\nexport type {\n  A,\n} from './a.ts';\n"))).toEqual([]);
    expect(layout.findWithLogic(files, readRepositoryText)).toEqual([]);
  });
});
