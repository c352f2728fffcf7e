import type { ProcessIdentity } from './identity.ts';
import type { ProcessExit, ProcessSpec } from './running-process.ts';

/** A message from the parent to its supervisor. */
export type SupervisorRequest =
  | { readonly type: 'start'; readonly id: number; readonly spec: ProcessSpec }
  | { readonly type: 'signal'; readonly id: number; readonly signal: NodeJS.Signals };

/** A message from the supervisor to its parent. */
export type SupervisorReply =
  | { readonly type: 'ready' }
  | { readonly type: 'started'; readonly id: number; readonly identity: ProcessIdentity }
  | { readonly type: 'refused'; readonly id: number; readonly message: string }
  | { readonly type: 'exited'; readonly id: number; readonly exit: ProcessExit };
