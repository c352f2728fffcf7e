import type { TestCluster } from '../../support/test-cluster.ts';
import type { CafesProject } from './cafes-project.ts';
import type { Repository } from './our-folder.ts';

/** What the suites have in common. */
export interface GitOpsTests {
  /** A cluster in which nothing of ours is installed at first. */
  readonly own: TestCluster;
  readonly cafes: CafesProject;
  /** Our own operators as they are written now, and as they were before. */
  readonly ours: Repository;
  readonly before: Repository;
}
