import { writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';

import type { OperatorDeclaration } from '@kubewright/infra';

import { getPackagedChart } from '../../support/packaged-chart.ts';
import { runDirectory } from '../../support/run-directory.ts';

/** Packages the chart of an operator once, and returns its folder. */
export async function packageChartOnce(declaration: OperatorDeclaration): Promise<string> {
  const text = JSON.stringify(declaration);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const file = path.join(runDirectory(), `${declaration.name}-${hash}.json`);
  await writeFile(file, text);
  return (await getPackagedChart(file)).folder;
}
