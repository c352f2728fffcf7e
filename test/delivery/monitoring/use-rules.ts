import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll } from 'vitest';

import type { RuleGroup } from '@kubewright/infra';

import type { ProgramResult } from '../../support/go-tools.ts';
import { findPromtool } from '../../support/promtool.ts';

/** Series by name and labels, each with one value per minute in promtool's notation: `0 1 2` or `0+1x10`. */
export type InputSeries = Readonly<Record<string, string>>;

/** A firing alert, as Prometheus exposes it. */
export interface Firing {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface Rules {
  /** Lints the rules with promtool. */
  lint(): Promise<ProgramResult>;
  /** Runs `promtool test rules`: expects exactly these alerts at these times. */
  test(given: InputSeries, firing: Readonly<Record<string, readonly Firing[]>>): Promise<ProgramResult>;
}

/** Gives the tests of a file promtool for these rules, which are in the format of the Prometheus Operator. */
export function useRules(groups: readonly RuleGroup[]): Rules {
  const alerts = groups.flatMap(({ rules }) => rules.flatMap((rule) => ('alert' in rule ? [rule.alert] : [])));
  let promtool: Awaited<ReturnType<typeof findPromtool>>;
  let directory = '';
  const rules = (): string => path.join(directory, 'rules.json');

  beforeAll(async () => {
    promtool = await findPromtool();
    directory = await mkdtemp(path.join(os.tmpdir(), 'alerts-'));
    // JSON is valid YAML.
    await writeFile(rules(), JSON.stringify({ groups }));
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  return {
    lint: () => promtool(['check', 'rules', '--lint=all', rules()]),
    async test(given, firing) {
      const test = {
        interval: '1m',
        input_series: Object.entries(given).map(([name, values]) => ({ series: name, values })),
        alert_rule_test: Object.entries(firing).flatMap(([time, expected]) =>
          alerts.map((alertname) => ({
            eval_time: time,
            alertname,
            exp_alerts: expected
              .filter(({ alert }) => alert === alertname)
              .map(({ labels, annotations }) => ({ exp_labels: labels, exp_annotations: annotations })),
          })),
        ),
      };
      const file = path.join(directory, 'test.json');
      await writeFile(file, JSON.stringify({ rule_files: [rules()], evaluation_interval: '1m', tests: [test] }));
      return promtool(['test', 'rules', file]);
    },
  };
}

/** Formats a series: `metric{a="1"}`. */
export function formatSeries(metric: string, labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `${metric}{${pairs.join(',')}}`;
}
