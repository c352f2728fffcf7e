/** Writes CRDs, `declaration.json`, the dashboard and the fields in the docs of our operators. */
import path from 'node:path';

import { writeProject } from '../../operator/generate/src/project.ts';
import { formatWritten } from '../../operator/generate/src/write-files.ts';
import { kubewright } from '../../operator/src/kubewright.ts';
import { root } from '../run.ts';

const options = { description: 'The operators of Kubewright.', importable: 'importable' };
process.stdout.write(formatWritten(await writeProject(kubewright, path.join(root, 'operator'), options)));
