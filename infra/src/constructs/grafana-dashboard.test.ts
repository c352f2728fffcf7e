import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import type { Environment } from '../options/index.ts';

import type { GrafanaDashboardProps } from '../options/index.ts';
import { loadDeclaration } from '../declaration/index.ts';
import { type Synthesized, synthObjects, getObject, synthOperatorChart } from '../testing/synth-objects.ts';
import { zoo, zooFile } from '../testing/zoo.ts';
import { GrafanaDashboard } from './monitoring.ts';
import { OperatorMonitoring } from './monitoring.ts';

const synthConfigMap = (props: GrafanaDashboardProps = {}, namespace?: string): Synthesized =>
  getObject(
    'ConfigMap',
    synthObjects((chart) => new GrafanaDashboard(chart, 'dashboard', props), namespace),
  );
const getFiles = (object: Synthesized): Record<string, string> => object['data'] as Record<string, string>;

describe('GrafanaDashboard', () => {
  it("is a ConfigMap with the label that Grafana's sidecar selects, and with the dashboard of our operators", () => {
    const { metadata, ...rest } = synthConfigMap({}, 'kubewright-system');
    expect(metadata).toMatchObject({
      name: 'kubewright-dashboard',
      namespace: 'kubewright-system',
      labels: { grafana_dashboard: '1', 'app.kubernetes.io/component': 'monitoring' },
    });
    const file = getFiles({ metadata, ...rest })['kubewright-dashboard.json'] ?? '';
    const original = path.resolve(__dirname, '../../../operator/dashboards/operator.json');
    expect(file).toBe(readFileSync(original, 'utf8'));
  });

  it('accepts another dashboard, other labels, and a folder', () => {
    const object = synthConfigMap({
      metadata: { name: 'mine', annotations: { team: 'a' } },
      dashboard: { title: 'Mine' },
      labels: { dashboards: 'yes' },
      folder: 'Operators',
    });
    expect(JSON.parse(getFiles(object)['mine.json'] ?? '')).toEqual({ title: 'Mine' });
    expect(object.metadata.labels).toMatchObject({ dashboards: 'yes' });
    expect(object.metadata.labels).not.toHaveProperty('grafana_dashboard');
    expect(object.metadata.annotations).toEqual({ team: 'a', grafana_folder: 'Operators' });
  });

  it('throws with a hint if neither the props nor the declaration has a dashboard', () => {
    expect(() => synthConfigMap({ declaration: zoo })).toThrow(
      'the declaration of zoo has no dashboard: regenerate it',
    );
  });

  it('reads the dashboard file that the declaration names', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'dashboard-'));
    try {
      const declaration = JSON.parse(readFileSync(zooFile, 'utf8')) as object;
      const file = path.join(folder, 'declaration.json');
      writeFileSync(file, JSON.stringify({ ...declaration, apis: zoo.apis, dashboard: 'animals.json' }));
      writeFileSync(path.join(folder, 'animals.json'), '{"title":"Animals"}');
      const object = synthConfigMap({ declaration: loadDeclaration(file) });
      expect(JSON.parse(getFiles(object)['zoo-dashboard.json'] ?? '')).toEqual({ title: 'Animals' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('throws with a hint if the declaration contains a file path', () => {
    const unread = { ...zoo, dashboard: 'dashboards/operator.json' };
    expect(() => synthConfigMap({ declaration: unread })).toThrow(
      'the dashboard in the declaration is a file path, dashboards/operator.json: read the declaration with loadDeclaration()',
    );
  });
});

describe('the dashboard of an installation', () => {
  const synthDashboard = (name?: string): { uid: string; title: string; panels: unknown[] } => {
    const props = {
      namespace: 'watched',
      metrics: { plain: true },
      dashboard: {},
      ...(name !== undefined && { name }),
    };
    const objects = synthObjects((chart) => new OperatorMonitoring(chart, 'monitoring', props));
    return JSON.parse(Object.values(getFiles(getObject('ConfigMap', objects)))[0] ?? '') as ReturnType<
      typeof synthDashboard
    >;
  };

  it('has a uid and a title with the name of the installation', () => {
    expect(synthDashboard()).toMatchObject({ uid: 'operator-kubewright', title: 'Operator kubewright' });
    expect(synthDashboard('annex')).toEqual({ ...synthDashboard(), uid: 'operator-annex', title: 'Operator annex' });
  });

  it('has a unique uid of at most 40 characters for long installation names', () => {
    const long = 'a'.repeat(46);
    expect(synthDashboard('a'.repeat(31)).uid).toBe(`operator-${'a'.repeat(31)}`);
    expect(synthDashboard(`${long}b`).uid).toMatch(/^operator-a{22}-[0-9a-f]{8}$/);
    expect(synthDashboard(`${long}b`).uid).not.toBe(synthDashboard(`${long}c`).uid);
  });
});

describe('an environment with monitoring', () => {
  const watched: Environment = { name: 'berlin', namespace: 'watched', metrics: { plain: true }, monitoring: {} };

  it('deploys a dashboard only if monitoring.dashboard is set', () => {
    expect(synthOperatorChart(watched).map(({ kind }) => kind)).not.toContain('ConfigMap');
    const objects = synthOperatorChart({ ...watched, monitoring: { dashboard: { folder: 'Operators' } } });
    expect(getObject('ConfigMap', objects).metadata).toMatchObject({
      name: 'kubewright-dashboard',
      namespace: 'watched',
      annotations: { grafana_folder: 'Operators' },
    });
  });
});
