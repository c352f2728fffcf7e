import type { CheckResult, Finding } from './finding.ts';

/** Formats the results for the terminal: a line for each check without findings, then each finding. */
export function formatReport(results: readonly CheckResult[]): string {
  const passed = results.filter(({ findings }) => findings.length === 0);
  const found = results.flatMap(({ findings }) => findings);
  const ordered = [...selectSeverity(found, 'error'), ...selectSeverity(found, 'warning')];
  return [
    ...passed.map(({ check, summary }) => `ok       ${check}: ${summary}`),
    ...ordered.map(formatFinding),
    ...(found.length === 0 ? [] : [formatCounts(found)]),
  ].join('\n');
}

/** Formats the results as JSON. */
export function formatJson(results: readonly CheckResult[]): string {
  return JSON.stringify({ ok: !hasErrors(results), checks: results }, undefined, 2);
}

export function hasErrors(results: readonly CheckResult[]): boolean {
  return results.some(({ findings }) => selectSeverity(findings, 'error').length > 0);
}

const indent = ' '.repeat(9);

function formatFinding({ severity, message, remedy }: Finding): string {
  const lines = [...message.split('\n'), `→ ${remedy}`];
  return lines
    .map((line, index) => `${index === 0 ? severity.padEnd(indent.length) : indent}${line}`.trimEnd())
    .join('\n');
}

function formatCounts(found: readonly Finding[]): string {
  const [errors, warnings] = [selectSeverity(found, 'error').length, selectSeverity(found, 'warning').length];
  return `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
}

function selectSeverity(findings: readonly Finding[], severity: Finding['severity']): readonly Finding[] {
  return findings.filter((finding) => finding.severity === severity);
}
