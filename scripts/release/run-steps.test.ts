import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { expect, it } from 'vitest';

/** A release of two steps in a separate process. The first step runs a program that fails. */
const program = `
  import { runCommand } from ${JSON.stringify(path.join(import.meta.dirname, 'command.ts'))};
  import { runIn } from ${JSON.stringify(path.join(import.meta.dirname, 'programs.ts'))};
  import { runSteps } from ${JSON.stringify(path.join(import.meta.dirname, 'run-steps.ts'))};

  await runCommand({ help: '', options: {} }, () => runSteps([
    { title: 'Break', work: () => runIn('.', [process.execPath, '--eval', 'console.log("the", "reason"); process.exit(3)']) },
    { title: 'Go on', work: async () => console.log('went on') },
  ]));
`;

it('a failed step ends a release, with the reason once and no stack', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program],
    {
      encoding: 'utf8',
    },
  );
  expect(status).toBe(1);
  expect(stdout).toContain('Break');
  expect(stdout).not.toContain('went on');
  expect(stderr).toContain('failed:\nthe reason\n');
  expect((stdout + stderr).split('the reason').length - 1).toBe(1);
  expect(stderr).not.toContain('at ');
});
