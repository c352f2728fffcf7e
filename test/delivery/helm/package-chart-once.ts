import { writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';

import type { OperatorDeclaration } from '@kubewright/infra';

import { getPackagedChart } from '../../support/packaged-chart.ts';
import { runDirectory } from '../../support/run-directory.ts';

/** The folder of the chart of an operator, which is packaged once. */
export async function packageChartOnce(declaration: OperatorDeclaration): Promise<string> {
  const text = JSON.stringify(declaration);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const file = path.join(runDirectory(), `${declaration.name}-${hash}.json`);
  await writeFile(file, text);
  return (await getPackagedChart(file)).folder;
}
