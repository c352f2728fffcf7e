import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { failed } from './failed.ts';
import { appFiles, type Manifest, type Project } from './layers/app-layer.ts';
import { type BundledPackage, bundledPackages } from './layers/bundled-packages.ts';
import { debianSnapshots } from './layers/debian-archives.ts';
import { findLocked, type LockedPackage, readLockfile } from './layers/lockfile.ts';
import { nodeFiles, nodePackage } from './layers/node-layer.ts';
import { readPins } from './layers/pinned-packages.ts';
import { type System, systemOf } from './layers/system-layer.ts';
import type { ImageFile, Platform } from './oci/index.ts';

export interface ProjectOptions {
  /** The folder of the operator, with its `package.json`. @default - the current folder */
  readonly folder?: string;
  /** The bundle, below the folder: `main.js`, with its source map. @default 'bundle' */
  readonly bundle?: string;
  /** Whether the newest packages of Debian are taken, whatever `image-lock.json` pins. @default false */
  readonly newest?: boolean;
  /**
   * The address of an archive with the pinned packages that the package sources of this machine no longer have: it has each at
   * `/file/<its SHA-1>`.
   *
   * @default 'https://snapshot.debian.org'
   */
  readonly archive?: string;
}

/** The files of an image for one platform, by the layer that they are in. */
export interface PlatformFiles {
  readonly system?: System;
  readonly node: readonly ImageFile[];
  readonly locked: LockedPackage;
}

/** Reads a project that is to become an image. Throws: if it is not built. */
export async function readProject(options: ProjectOptions): Promise<Project> {
  const { folder = '.', bundle = 'bundle', newest = false, archive = debianSnapshots } = options;
  const root = path.resolve(folder);
  const text = await readFile(path.join(root, 'package.json'), 'utf8').catch((cause: unknown) => {
    throw failed(`read ${root}`, 'it has no package.json: name the folder of the operator (--folder)', cause);
  });
  const from = path.join(root, bundle);
  const manifest = JSON.parse(text) as Manifest;
  const commands = Object.keys(manifest.bin ?? {});
  const packages: readonly BundledPackage[] = await bundledPackages(from, { project: root, commands }).catch(
    (cause: unknown) => {
      const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
      throw isMissing
        ? failed(`read ${from}`, 'build the operator first, for example by `npm run build`', cause)
        : cause;
    },
  );
  const pins = newest ? {} : await readPins(root);
  return { folder: root, bundle: from, manifest, packages, pins, archive };
}

/** Node, and without a base the system below it. */
export async function platformFiles(
  project: Project,
  { architecture }: Platform,
  withSystem: boolean,
): Promise<PlatformFiles> {
  const cache = cacheOf(project);
  const locked = findLocked(await readLockfile(project.folder), nodePackage(architecture));
  const node = await nodeFiles(locked, cache);
  if (!withSystem) return { locked, node };
  const { pins, archive } = project;
  // A file that pins another architecture alone is incomplete, which an error says.
  const pinned = Object.keys(pins).length === 0 ? undefined : (pins[architecture] ?? {});
  return { locked, node, system: await systemOf({ architecture, cache, pinned, archive }) };
}

/** The files of the program, for every platform. */
export function programFiles(project: Project): Promise<readonly ImageFile[]> {
  return appFiles(project);
}

function cacheOf({ folder }: Project): string {
  return path.join(folder, 'node_modules', '.cache', 'kubewright-image');
}
