import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ContainerContext, ImageProgram, Program } from './image-program.ts';

/** The script next to this file: TypeScript in the repository, JavaScript in the package. */
const webPage = fileURLToPath(new URL(`./web-page${extname(import.meta.url)}`, import.meta.url));

/**
 * The program for `nginx`: serves its welcome page without nginx. It uses a free port, because tests have no permission
 * for port 80.
 */
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
  // The compile cache of this process: without it, most of the script's CPU time is compilation.
  const { NODE_COMPILE_CACHE } = process.env;
  const env = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
  // The script ignores what follows the separator: nginx's own flags, such as `-g 'daemon off;'`.
  return { command: [...command, '--'], executables: { nginx: [...command, '--'] }, env, portMap: { 80: port } };
}

/**
 * The programs for images that examples use.
 * - `nginx`: a small HTTP server with a welcome page
 * - `busybox`: the container's own command, with the executables of this machine; `sh` without a command
 */
export const defaultImages: readonly ImageProgram[] = [
  { match: 'nginx', program: buildNginx },
  { match: 'busybox', program: () => ({ args: ['sh'] }) },
];
