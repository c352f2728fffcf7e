import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ContainerContext, ImageProgram, Program } from './image-program.ts';

/** The same script beside this file, as TypeScript in the repository and as JavaScript in the package. */
const webPage = fileURLToPath(new URL(`./web-page${extname(import.meta.url)}`, import.meta.url));

/** nginx's page without nginx: port 80 needs rights that tests do not have, so a free port is used instead. */
async function buildNginx({ image, pod, address, freePort }: ContainerContext): Promise<Program> {
  const port = await freePort();
  const command = [
    process.execPath,
    webPage,
    '--address',
    address,
    '--port',
    String(port),
    '--image',
    image,
    '--pod',
    pod,
  ];
  // nginx's own flags (`-g 'daemon off;'`) come after the separator: the page ignores them.
  return { command: [...command, '--'], executables: { nginx: [...command, '--'] }, portMap: { 80: port } };
}

/**
 * The images that walk-throughs need.
 *
 * - `buildNginx`: a small HTTP server that answers with a welcome page
 * - `busybox`: the container's own command, with this machine's executables; `sh` without one
 */
export const defaultImages: readonly ImageProgram[] = [
  { match: 'nginx', program: buildNginx },
  { match: 'busybox', program: () => ({ args: ['sh'] }) },
];
