import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Container, VolumeMount } from '@kubewright/runtime/kinds';
import { ConfigError, expand } from '../environment/index.ts';

/** The mounts, outer ones first: a volume that is mounted inside of another one is created in it. */
export function outerFirst({ volumeMounts = [] }: Container): readonly VolumeMount[] {
  return [...volumeMounts].sort((a, b) => a.mountPath.length - b.mountPath.length);
}

/**
 * Throws for a mount inside of a lasting volume: its place would stay in the volume, where all other Pods would see it.
 */
export function refuseInside(lasting: ReadonlyMap<string, unknown>, all: readonly VolumeMount[]): void {
  for (const outer of all.filter(({ name }) => lasting.has(name))) {
    const inner = all.find(({ mountPath }) => resolve('/', mountPath).startsWith(`${resolve('/', outer.mountPath)}/`));
    if (inner === undefined) continue;
    throw new ConfigError(
      `volume "${inner.name}" cannot be mounted inside of volume "${outer.name}" at ${inner.mountPath}: this node does so in volumes of the Pod alone`,
    );
  }
}

/** The part of a volume that is mounted, created unless the volume has its own content (`isFilled`). */
export async function targetOf(volume: string, path: string, isFilled: boolean): Promise<string> {
  const target = join(volume, path);
  const isMissing = !isFilled && (await stat(target).catch(() => undefined)) === undefined;
  if (isMissing) await mkdir(target, { recursive: true, mode: 0o750 });
  return target;
}

export function subPathOf({ subPath, subPathExpr }: VolumeMount, variables: ReadonlyMap<string, string>): string {
  const path = subPathExpr === undefined ? (subPath ?? '') : expand(subPathExpr, variables);
  if (path.split('/').includes('..')) throw new ConfigError(`the sub path ${path} leads out of its volume`);
  return path;
}
