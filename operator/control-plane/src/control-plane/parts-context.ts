import type { Processes } from '../processes/index.ts';
import type { Binaries } from './binaries/binary.ts';
import type { ComponentName } from './components/component.ts';
import type { ManagedComponent } from './components/managed-component.ts';
import type { ControlPlaneOptions } from './control-plane.ts';
import type { Egress } from './egress/egress.ts';
import type { Pki } from './pki/pki.ts';
import type { ServerClient } from './server-client.ts';
import type { StateDirectory } from './state-directory.ts';
import type { Teardown } from './teardown.ts';

export interface PartsContext {
  readonly options: ControlPlaneOptions;
  readonly binaries: Binaries;
  /** The version of kube-apiserver, such as `1.36.4`. */
  readonly versionOfServer: string;
  readonly directory: StateDirectory;
  readonly pki: Pki;
  readonly processes: Processes;
  /** A client for etcd with the certificate of the API server. */
  readonly etcdClient: ServerClient;
  /** A client for the API server with the administrator's certificate. */
  readonly client: ServerClient;
  /** Routes connections of the API server to Pods and Services. */
  readonly egress: Egress;
  readonly teardown: Teardown;
  readonly parts: Map<ComponentName, ManagedComponent>;
}

export interface Caller {
  readonly kubeconfig: string;
  readonly serverUrl: string;
}
