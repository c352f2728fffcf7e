import type { UserProject } from '../../support/user-project.ts';
import { RunningCommand } from './running-command.ts';

/**
 * Runs `kubewright control-plane` in a project, and sets `KUBECONFIG` for later commands. Pods with the image run the
 * bundle of the project.
 */
export async function startControlPlane(project: UserProject, image: string): Promise<AsyncDisposable> {
  const argv = ['kubewright', 'control-plane', '--image', `${image}=output/bundle/main.js`] as const;
  const command = new RunningCommand(project, argv);
  await command.awaitPrinted(/^# folder/m);
  [, project.env['KUBECONFIG']] = await command.awaitPrinted(/export KUBECONFIG=(\S+)/);
  return command;
}
