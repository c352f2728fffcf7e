import type { BinariesReport } from '@kubewright/testing';

import { type CheckResult, error, warning } from './finding.ts';

/** Checks the version of Node. @param required the range from the `engines` field of this package: `>=24` */
export function checkNode(version: string, required: string): CheckResult {
  const oldest = required.replace(/^\D+/, '');
  const findings = isOlder(version, oldest)
    ? [error(`Node ${version} is older than ${oldest}`, `install Node ${oldest} or newer`)]
    : [];
  return { check: 'Node', summary: version, findings };
}

/** Whether a version such as `22.18.0` or `v1.36.4` is older than another one. */
export function isOlder(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.replace(/^\D+/, '').split('.').map(Number.parseFloat));
  for (const [index, part] of (other ?? []).entries()) {
    const difference = (own?.[index] ?? 0) - part;
    if (difference !== 0) return difference < 0;
  }
  return false;
}

const summaries: Record<BinariesReport['source'], (detail: string) => string> = {
  KUBEBUILDER_ASSETS: (folder) => `in KUBEBUILDER_ASSETS (${folder})`,
  cache: (folder) => `in ${folder}`,
  download: () => 'not installed; kubewright dev downloads them',
  build: () => 'not installed; kubewright dev builds them with Go, which takes minutes',
  none: (why) => why,
};

/** Checks the binaries of the control plane, which `kubewright dev` and tests need. */
export function checkBinaries({ title, source, detail }: BinariesReport): CheckResult {
  const summary = `${title}, ${summaries[source](detail)}`;
  const remedy =
    'allow access to dl.k8s.io and github.com, install Go, or set KUBEBUILDER_ASSETS; `kubewright dev --context` works without these binaries';
  const findings =
    source === 'none' ? [warning(`the binaries of ${title} cannot be installed: ${detail}`, remedy)] : [];
  return { check: 'control plane', summary, findings };
}
