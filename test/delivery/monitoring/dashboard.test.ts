import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { findPromtool } from '../../support/promtool.ts';

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
}

const file = path.join(import.meta.dirname, '../../../operator/dashboards/operator.json');

/** Replaces Grafana's variables by values. */
const asAsked = (expression: string): string =>
  expression.replaceAll('$__rate_interval', '5m').replaceAll('$controller', '.*').replaceAll(/\$\w+/g, 'value');

/** Wraps each expression in an alerting rule. JSON is valid YAML. */
const renderRules = (expressions: readonly string[]): string =>
  JSON.stringify({
    groups: [{ name: 'g', rules: expressions.map((expr, index) => ({ record: `panel:${String(index)}`, expr })) }],
  });

describe('the dashboard of the operator', () => {
  let promtool: Awaited<ReturnType<typeof findPromtool>>;
  let expressions: readonly string[];

  beforeAll(async () => {
    promtool = await findPromtool();
    const { panels } = JSON.parse(await readFile(file, 'utf8')) as Dashboard;
    expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => asAsked(expr)));
  });

  it('has only valid PromQL in its panels', async () => {
    const result = await promtool(['check', 'rules', '--lint=none'], renderRules(expressions));
    expect(result).toMatchObject({
      code: 0,
      text: expect.stringContaining(`${String(expressions.length)} rules found`) as string,
    });
    expect(expressions.length).toBeGreaterThan(50);
  });
});
