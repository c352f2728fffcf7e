import type { Chart } from 'cdk8s';

import type { Manifest } from './manifest.ts';
import { tokensIn } from './output-tokens.ts';

/**
 * Throws if a chart is invalid, or has an output of Pulumi where none can stand: as a value that is not `asString`, in
 * `apiVersion`, `kind`, a name or a namespace, which a preview must know, or in a key.
 */
export function checkOutputs(charts: readonly Chart[]): void {
  for (const chart of charts) {
    for (const manifest of manifestsOf(chart)) checkManifest(manifest);
  }
}

function manifestsOf(chart: Chart): readonly Manifest[] {
  try {
    return chart.toJson() as readonly Manifest[];
  } catch (cause) {
    const { message } = cause as Error;
    if (!message.includes("'OutputImpl'")) throw cause;
    throw new Error(`${message}. It is an output of Pulumi: write asString(output)`, { cause });
  }
}

function checkManifest(manifest: Manifest): void {
  const { apiVersion, kind, metadata } = manifest;
  const identity = { apiVersion, kind, 'metadata.name': metadata.name, 'metadata.namespace': metadata.namespace ?? '' };
  for (const [field, value] of Object.entries(identity)) {
    if (tokensIn(value).length === 0) continue;
    throw new Error(`${field} of a ${kind} is an output of Pulumi, but a preview must know it: use a plain value`);
  }
  const key = keysIn(manifest).find((each) => tokensIn(each).length > 0);
  if (key === undefined) return;
  throw new Error(`a key in ${kind} ${metadata.name} is an output of Pulumi: only values can be outputs`);
}

function keysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(keysIn);
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}
