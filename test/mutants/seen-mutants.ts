import type { Mutant } from './mutant.ts';

const runtime = 'operator/runtime/src';
const traces = `${runtime}/controller/tracing.test.ts`;
const dashboard = 'operator/generate/src/dashboard';

/** Traces, log lines, and the dashboard. */
export const seenMutants: readonly Mutant[] = [
  {
    name: 'trace-falls-apart',
    promise: 'What a reconcile calls, and what its author traces, are below it in one trace.',
    file: `${runtime}/base/tracing.ts`,
    find: 'return context.with(trace.setSpan(context.active(), span), work);',
    replace: 'return work();',
    test: { file: traces, title: 'has its calls below it, below what its author traces, and ends with its events' },
  },
  {
    name: 'trace-hides-a-failure',
    promise: 'The span of a reconcile that failed says so, and why.',
    file: `${runtime}/controller/reconcile-span.ts`,
    find: "if ('error' in outcome) recordFailure(span, outcome.error);",
    replace: '',
    test: { file: traces, title: 'records what failed, in the call and in the reconcile' },
  },
  {
    name: 'trace-of-every-call',
    promise: 'Calls outside of reconciles have no span.',
    file: `${runtime}/client/call-span.ts`,
    find: 'if (activeSpan() === undefined) return send();',
    replace: '',
    test: { file: traces, title: 'has nothing of calls that no reconcile makes' },
  },
  {
    name: 'log-forgets-the-reconcile',
    promise: 'The line about the end of a reconcile names it.',
    file: `${runtime}/controller/workers.ts`,
    find: 'settle(shift, { key, outcome, log: running.log });',
    replace: 'settle(shift, { key, outcome, log: shift.log });',
    test: { file: traces, title: 'name it where it fails' },
  },
  {
    name: 'event-forgets-the-reconcile',
    promise: 'The line about an event that could not be sent names the reconcile.',
    file: `${runtime}/reconcile/events/line.ts`,
    find: "log.warn('could not send an event'",
    replace: "this.#options.logger.warn('could not send an event'",
    test: { file: traces, title: 'name it where its events cannot be told' },
  },
  {
    name: 'dashboard-shows-counters-bare',
    promise: 'The dashboard shows a counter as a rate.',
    file: `${dashboard}/expressions.ts`,
    find: '`rate(${family.name}${series}[$__rate_interval])`',
    replace: '`${family.name}${series}`',
    test: { file: `${dashboard}/expressions.test.ts`, title: 'is the rate of a counter, added up' },
  },
  {
    name: 'dashboard-trusts-label-names',
    promise: 'A label that a scrape adds itself is asked for by the name that it has then.',
    file: `${dashboard}/expressions.ts`,
    find: 'targetLabels.has(label) ? `exported_${label}` : label',
    replace: 'label',
    test: {
      file: `${dashboard}/expressions.test.ts`,
      title: 'knows that a scrape renames a label that it adds itself',
    },
  },
  {
    name: 'dashboard-for-everybody',
    promise: 'A dashboard is opt-in.',
    file: 'infra/src/constructs/monitoring/operator-monitoring.ts',
    find: 'if (props.dashboard !== undefined) {',
    replace: '{',
    test: {
      file: 'infra/src/constructs/monitoring/grafana-dashboard.test.ts',
      title: 'brings the dashboard only if it asks for one',
    },
  },
  {
    name: 'gauge-loses-resources-of-one-name',
    promise: 'A gauge per resource has one sample for each of them, whatever its own labels are.',
    file: `${runtime}/reconcile/declare/metric-definitions.ts`,
    find: 'return namespaced ? [',
    replace: "return kind === '' ? [",
    test: {
      file: `${runtime}/manager/tools.test.ts`,
      title: 'tell resources of one name apart, by the namespace where there is one',
    },
  },
  {
    name: 'log-knows-secrets-by-one-spelling',
    promise: 'A secret is known by the words of its name, however they are put together.',
    file: `${runtime}/base/secrets/secret-names.ts`,
    find: "name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')",
    replace: 'name',
    test: {
      file: `${runtime}/manager/logging/logger.test.ts`,
      title: 'keeps a secret out, however the words of its name are put together',
    },
  },
  {
    name: 'log-trusts-the-words-of-errors',
    promise: 'What is thrown brings no secret into the log.',
    file: `${runtime}/manager/logging/error-fields.ts`,
    find: 'message: withoutSecretText(String(error)) };',
    replace: 'message: String(error) };',
    test: {
      file: `${runtime}/manager/logging/logger.test.ts`,
      title: 'keeps secrets out of messages and of what is thrown',
    },
  },
  {
    name: 'log-shows-passwords-of-urls',
    promise: 'User and password of a URL are not in the log.',
    file: `${runtime}/base/secrets/secret-text.ts`,
    find: "{1,1024}@/g, instead: (_, before = '') => hide(before, '@')",
    replace: '{1,1024}@/g, instead: (match) => match',
    test: {
      file: `${runtime}/base/secrets/secret-text.test.ts`,
      title: 'keeps a secret nowhere, whatever stands around it',
    },
  },
  {
    name: 'log-shows-quoted-tokens',
    promise: 'The quoted value of a secret field is not in the log, also where an error has an object in its text.',
    file: `${runtime}/base/secrets/secret-text.ts`,
    find: 'withoutQuotedSecrets(applied(rulesOfJson, short))',
    replace: 'applied(rulesOfJson, short)',
    test: {
      file: `${runtime}/base/secrets/secret-text.test.ts`,
      title: 'keeps a secret nowhere, whatever stands around it',
    },
  },
  {
    name: 'log-looks-back-over-blanks',
    promise: 'To look for secrets takes time in proportion to the text.',
    file: `${runtime}/base/secrets/secret-text.ts`,
    find: '/^([ \\t]*(?:-[ \\t]+)*([\\w.-]{1,64}):',
    replace: '/(?<=^[ \\t-]*)(([\\w.-]{1,64}):',
    test: {
      file: `${runtime}/base/secrets/secret-text.test.ts`,
      title: 'costs time in proportion to its length, though it is all blanks',
    },
  },
  {
    name: 'log-pays-for-the-huge',
    promise: 'A huge object costs a line only its own place.',
    file: `${runtime}/manager/logging/without-secrets.ts`,
    find: 'return budget.values < 0;',
    replace: 'return false;',
    test: { file: `${runtime}/manager/logging/logger.test.ts`, title: 'writes a line, whatever a field is like' },
  },
  {
    name: 'log-obeys-its-users',
    promise: 'Nothing that users write is obeyed by the terminal that shows a log.',
    file: `${runtime}/manager/logging/text-line.ts`,
    find: 'visibleLines(text)',
    replace: 'text',
    test: {
      file: `${runtime}/manager/logging/text-line.test.ts`,
      title: 'is one line, and what stands below it is indented, whatever users have written',
    },
  },
  {
    name: 'log-turns-the-direction-of-text',
    promise: 'What a terminal hides is shown, too.',
    file: `${runtime}/base/visible.ts`,
    find: '[\\p{Cc}\\p{Cf}',
    replace: '[\\p{Cc}',
    test: {
      file: `${runtime}/base/visible.test.ts`,
      title: 'leaves nothing that a terminal obeys, of any text, and means the same within JSON',
    },
  },
  {
    name: 'log-hides-how-full-a-quota-is',
    promise: 'How many secrets there are is no secret.',
    file: `${runtime}/base/secrets/secret-text.ts`,
    find: 'isCount(name, match) ? match',
    replace: "name === '' ? match",
    test: { file: `${runtime}/base/secrets/secret-text.test.ts`, title: 'is left as it is that counts secrets' },
  },
];
