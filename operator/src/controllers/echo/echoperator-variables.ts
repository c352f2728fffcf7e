type Variables = Readonly<Record<string, string | undefined>>;

/** The variables of echoperator, with the names that this operator uses. */
const names: Readonly<Record<string, string>> = {
  NAMESPACE: 'LEASE_NAMESPACE',
  NUM_WORKERS: 'WORKERS',
  HA_ENABLED: 'LEADER_ELECT',
  HA_NODE_ID: 'POD_NAME',
  HA_LEASE_LOCK_NAME: 'LEASE_NAME',
  HA_LEASE_DURATION_SECONDS: 'LEASE_DURATION_SECONDS',
  HA_RENEW_DEADLINE_SECONDS: 'RENEW_DEADLINE_SECONDS',
  HA_RETRY_PERIOD_SECONDS: 'RETRY_PERIOD_SECONDS',
  ENV: 'LOG_FORMAT',
};
const formats: Readonly<Record<string, string>> = { production: 'json', development: 'text', local: 'text' };

/**
 * Renames the variables of echoperator, the Go operator that Echo replaces. If both names are set, the new one wins.
 * `NAMESPACE` sets only the namespace of the Lease.
 */
export function translateEchoperatorVariables(env: Variables): Variables {
  const renamed: Record<string, string> = {};
  for (const [theirs, ours] of Object.entries(names)) {
    const text = env[theirs] ?? '';
    if (isSet(text) && !isSet(env[ours])) renamed[ours] = theirs === 'ENV' ? (formats[text] ?? text) : text;
  }
  return { ...env, ...renamed };
}

function isSet(text = ''): boolean {
  return text.trim() !== '';
}
