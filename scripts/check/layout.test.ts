import { describe, expect, it } from 'vitest';

import { repositoryFiles, textOf } from '../files.ts';
import * as layout from './layout.ts';

const files = await repositoryFiles();
const of = (text: string) => () => text;

describe('the layout of the repository', () => {
  it('has no other files and folders at the top level than the listed ones', () => {
    expect(layout.strayAtTopLevel(['notes.txt', 'docs/a.md', 'README.md'])).toEqual(['notes.txt', 'docs/a.md']);
    expect(layout.strayAtTopLevel(files)).toEqual([]);
  });

  it('has no folder with a vague name such as utils', () => {
    expect(layout.vaguelyNamed(['a/utils/b.ts', 'a/common.ts'])).toEqual(['a/utils/b.ts']);
    expect(layout.vaguelyNamed(files)).toEqual([]);
  });

  it('names files in kebab-case', () => {
    expect(layout.notKebabCase(['a/webServer.ts', 'a/web-server.real.test.ts', 'A.md'])).toEqual(['a/webServer.ts']);
    expect(layout.notKebabCase(files)).toEqual([]);
  });

  it('has no handwritten source file of more than 500 lines', () => {
    expect(layout.tooLong(['a.ts', 'imports/a.ts'], of('\n'.repeat(500)))).toEqual(['a.ts']);
    expect(layout.tooLong(files, textOf)).toEqual([]);
  });

  it('has an index.ts in every room (top folder) of the runtime', () => {
    expect(layout.roomsWithoutIndex(['operator/runtime/src/queue/queue.ts'])).toEqual(['operator/runtime/src/queue']);
    expect(layout.roomsWithoutIndex(files)).toEqual([]);
  });

  it('begins every index of the operator with a module doc', () => {
    const index = 'operator/runtime/src/queue/index.ts';
    expect(layout.withoutModuleDoc([index], of("export { a } from './a.ts';"))).toEqual([index]);
    expect(layout.withoutModuleDoc([index], of('/**\n * Which keys are due.\n */'))).toEqual([]);
    expect(layout.withoutModuleDoc(files, textOf)).toEqual([]);
  });

  it('has only exports in every index', () => {
    const index = 'operator/runtime/src/queue/index.ts';
    expect(layout.withLogic([index], of("export { a } from './a.ts';\nexport const b = 1;"))).toEqual([index]);
    expect(layout.withLogic([index], of("/** Tour. */\nexport type {\n  A,\n} from './a.ts';\n"))).toEqual([]);
    expect(layout.withLogic(files, textOf)).toEqual([]);
  });
});
