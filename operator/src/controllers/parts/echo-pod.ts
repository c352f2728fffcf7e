import { defineSettings, type Desired, type Job } from '@kubewright/runtime';
import { restricted } from './container.ts';

/** The settings that Echo and ScheduledEcho share. */
export const echoSettings = defineSettings({
  echoImage: {
    type: 'string',
    format: 'image',
    default: 'busybox:1.37',
    description: 'Image of the Pods that print messages. It must contain printf.',
  },
});

/** The parameters of a Pod that prints. */
export interface EchoPodOptions {
  readonly message: string;
  readonly image: string;
  /** The name of the container. @default 'echo' */
  readonly container?: string;
}

/** The user id of `nobody` in most Linux images, which is not root. */
const user = 65_534;

/** A Pod that prints a message and a newline, and ends. It passes Pod Security's level `restricted`. */
export function buildEchoPod({ message, image, container = 'echo' }: EchoPodOptions): EchoPodTemplate {
  return {
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: user, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: container,
          image,
          command: buildPrintCommand(message),
          // The nulls keep fields unset that would change the output, the number of runs, or the user.
          args: null,
          restartPolicy: null,
          securityContext: restricted,
        },
      ],
    },
  };
}

/**
 * The command that prints any message: `echo` would treat `-n` as an option, and Kubernetes expands `$(NAME)` in
 * commands unless the `$` is doubled.
 */
export function buildPrintCommand(message: string): readonly string[] {
  return ['printf', '%s\\n', message.replaceAll('$', '$$$$')];
}

type EchoPodTemplate = NonNullable<NonNullable<Desired<Job>['spec']>['template']>;
