/**
 * `npm run build`: compiles the given projects if they have changed, bundles the control plane for its package, and the
 * operator for its image; prints its progress if that is slow.
 */
import { bundleOperator } from '../operator/image/operator-image.ts';
import { bundleControlPlane } from './bundle-control-plane.ts';
import { compile, reportIfSlow } from './compile.ts';
import { copyPages } from './copy-pages.ts';

const projects = process.argv.slice(2);
process.exitCode = await compile(projects);
if (process.exitCode === 0 && projects.includes('operator/control-plane')) {
  await reportIfSlow('Bundling the control plane', bundleControlPlane());
}
if (process.exitCode === 0 && projects.includes('operator')) {
  await copyPages();
  await reportIfSlow('Bundling the operator', bundleOperator());
}
