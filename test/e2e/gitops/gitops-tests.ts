import type { TestCluster } from '../../support/test-cluster.ts';
import type { CafesProject } from './cafes-project.ts';
import type { Repository } from './our-folder.ts';

/** The fixtures that the suites share. */
export interface GitOpsTests {
  /** A cluster in which nothing is installed at first. */
  readonly own: TestCluster;
  readonly cafes: CafesProject;
  /** The current manifests of this repository's operators, and the first ones that were committed. */
  readonly ours: Repository;
  readonly before: Repository;
}
