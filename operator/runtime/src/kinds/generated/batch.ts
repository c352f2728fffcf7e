// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Kind, NamespacedObject } from '../../base/index.ts';
import type { ObjectReference, PodTemplateSpec } from './core.ts';
import type { LabelSelector, TemplateMeta } from './meta.ts';

/** CronJob represents the configuration of a single cron job. */
export interface CronJob extends NamespacedObject {
  /** Specification of the desired behavior of a cron job, including the schedule. */
  readonly spec: CronJobSpec;
  /** Current status of a cron job. */
  readonly status?: CronJobStatus;
}

export const CronJob: Kind<CronJob> = {
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  namespaced: true,
};

/** Job represents the configuration of a single job. */
export interface Job extends NamespacedObject {
  /** Specification of the desired behavior of a job. */
  readonly spec: JobSpec;
  /** Current status of a job. */
  readonly status?: JobStatus;
}

export const Job: Kind<Job> = { group: 'batch', version: 'v1', kind: 'Job', plural: 'jobs', namespaced: true };

/** CronJobSpec describes how the job execution will look like and when it will actually run. */
export interface CronJobSpec {
  /** Specifies how to treat concurrent executions of a Job. */
  readonly concurrencyPolicy?: 'Allow' | 'Forbid' | 'Replace';
  /** The number of failed finished jobs to retain. */
  readonly failedJobsHistoryLimit?: number;
  /** Specifies the job that will be created when executing a CronJob. */
  readonly jobTemplate: JobTemplateSpec;
  /** The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron. */
  readonly schedule: string;
  /** Optional deadline in seconds for starting the job if it misses scheduled time for any reason. */
  readonly startingDeadlineSeconds?: number;
  /** The number of successful finished jobs to retain. */
  readonly successfulJobsHistoryLimit?: number;
  /**
   * This flag tells the controller to suspend subsequent executions, it does not apply to already started executions.
   */
  readonly suspend?: boolean;
  /** The time zone name for the given schedule, see https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. */
  readonly timeZone?: string;
}

/** CronJobStatus represents the current state of a cron job. */
export interface CronJobStatus {
  /** A list of pointers to currently running jobs. */
  readonly active?: readonly ObjectReference[];
  /** Information when was the last time the job was successfully scheduled. */
  readonly lastScheduleTime?: string;
  /** Information when was the last time the job successfully completed. */
  readonly lastSuccessfulTime?: string;
}

/** JobCondition describes current state of a job. */
export interface JobCondition {
  /** Last time the condition was checked. */
  readonly lastProbeTime?: string | null;
  /** Last time the condition transit from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** Human readable message indicating details about last transition. */
  readonly message?: string;
  /** (brief) reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of job condition, Complete or Failed. */
  readonly type: string;
}

/** JobSpec describes how the job execution will look like. */
export interface JobSpec {
  /**
   * Specifies the duration in seconds relative to the startTime that the job may be continuously active before the
   * system tries to terminate it; value must be positive integer.
   */
  readonly activeDeadlineSeconds?: number;
  /** Specifies the number of retries before marking this job failed. */
  readonly backoffLimit?: number;
  /** Specifies the limit for the number of retries within an index before marking this index as failed. */
  readonly backoffLimitPerIndex?: number;
  /** completionMode specifies how Pod completions are tracked. */
  readonly completionMode?: 'Indexed' | 'NonIndexed';
  /** Specifies the desired number of successfully finished pods the job should be run with. */
  readonly completions?: number;
  /** ManagedBy field indicates the controller that manages a Job. */
  readonly managedBy?: string;
  /** manualSelector controls generation of pod labels and pod selectors. */
  readonly manualSelector?: boolean;
  /**
   * Specifies the maximal number of failed indexes before marking the Job as failed, when backoffLimitPerIndex is set.
   */
  readonly maxFailedIndexes?: number;
  /** Specifies the maximum desired number of pods the job should run at any given time. */
  readonly parallelism?: number;
  /** Specifies the policy of handling failed pods. */
  readonly podFailurePolicy?: PodFailurePolicy;
  /** podReplacementPolicy specifies when to create replacement Pods. */
  readonly podReplacementPolicy?: 'Failed' | 'TerminatingOrFailed';
  /** A label query over pods that should match the pod count. */
  readonly selector?: LabelSelector;
  /** successPolicy specifies the policy when the Job can be declared as succeeded. */
  readonly successPolicy?: SuccessPolicy;
  /** suspend specifies whether the Job controller should create Pods or not. */
  readonly suspend?: boolean;
  /** Describes the pod that will be created when executing a job. */
  readonly template: PodTemplateSpec;
  /** ttlSecondsAfterFinished limits the lifetime of a Job that has finished execution (either Complete or Failed). */
  readonly ttlSecondsAfterFinished?: number;
}

/** JobStatus represents the current state of a Job. */
export interface JobStatus {
  /** The number of pending and running pods which are not terminating (without a deletionTimestamp). */
  readonly active?: number;
  /** completedIndexes holds the completed indexes when .spec.completionMode = "Indexed" in a text format. */
  readonly completedIndexes?: string;
  /** Represents time when the job was completed. */
  readonly completionTime?: string;
  /** The latest available observations of an object's current state. */
  readonly conditions?: readonly JobCondition[];
  /** The number of pods which reached phase Failed. */
  readonly failed?: number;
  /** FailedIndexes holds the failed indexes when spec.backoffLimitPerIndex is set. */
  readonly failedIndexes?: string;
  /** The number of active pods which have a Ready condition and are not terminating (without a deletionTimestamp). */
  readonly ready?: number;
  /** Represents time when the job controller started processing a job. */
  readonly startTime?: string;
  /** The number of pods which reached phase Succeeded. */
  readonly succeeded?: number;
  /** The number of pods which are terminating (in phase Pending or Running and have a deletionTimestamp). */
  readonly terminating?: number;
  /**
   * uncountedTerminatedPods holds the UIDs of Pods that have terminated but the job controller hasn't yet accounted for
   * in the status counters.
   */
  readonly uncountedTerminatedPods?: UncountedTerminatedPods;
}

/** JobTemplateSpec describes the data a Job should have when created from a template */
export interface JobTemplateSpec {
  /** Standard object's metadata of the jobs created from this template. */
  readonly metadata?: TemplateMeta;
  /** Specification of the desired behavior of the job. */
  readonly spec?: JobSpec;
}

/** PodFailurePolicy describes how failed pods influence the backoffLimit. */
export interface PodFailurePolicy {
  /** A list of pod failure policy rules. */
  readonly rules: readonly PodFailurePolicyRule[];
}

/**
 * PodFailurePolicyOnExitCodesRequirement describes the requirement for handling a failed pod based on its container
 * exit codes.
 */
export interface PodFailurePolicyOnExitCodesRequirement {
  /** Restricts the check for exit codes to the container with the specified name. */
  readonly containerName?: string;
  /** Represents the relationship between the container exit code(s) and the specified values. */
  readonly operator: 'In' | 'NotIn';
  /** Specifies the set of values. */
  readonly values: readonly number[];
}

/** PodFailurePolicyOnPodConditionsPattern describes a pattern for matching an actual pod condition type. */
export interface PodFailurePolicyOnPodConditionsPattern {
  /** Specifies the required Pod condition status. */
  readonly status?: string;
  /** Specifies the required Pod condition type. */
  readonly type: string;
}

/** PodFailurePolicyRule describes how a pod failure is handled when the requirements are met. */
export interface PodFailurePolicyRule {
  /** Specifies the action taken on a pod failure when the requirements are satisfied. */
  readonly action: 'Count' | 'FailIndex' | 'FailJob' | 'Ignore';
  /** Represents the requirement on the container exit codes. */
  readonly onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  /** Represents the requirement on the pod conditions. */
  readonly onPodConditions?: readonly PodFailurePolicyOnPodConditionsPattern[];
}

/** SuccessPolicy describes when a Job can be declared as succeeded based on the success of some indexes. */
export interface SuccessPolicy {
  /**
   * rules represents the list of alternative rules for the declaring the Jobs as successful before `.status.succeeded
   * >= .spec.completions`.
   */
  readonly rules: readonly SuccessPolicyRule[];
}

/** SuccessPolicyRule describes rule for declaring a Job as succeeded. */
export interface SuccessPolicyRule {
  /** succeededCount specifies the minimal required size of the actual set of the succeeded indexes for the Job. */
  readonly succeededCount?: number;
  /**
   * succeededIndexes specifies the set of indexes which need to be contained in the actual set of the succeeded indexes
   * for the Job.
   */
  readonly succeededIndexes?: string;
}

/**
 * UncountedTerminatedPods holds UIDs of Pods that have terminated but haven't been accounted in Job status counters.
 */
export interface UncountedTerminatedPods {
  /** failed holds UIDs of failed Pods. */
  readonly failed?: readonly string[];
  /** succeeded holds UIDs of succeeded Pods. */
  readonly succeeded?: readonly string[];
}
