/** Parses a text such as "2h30m", and returns minutes. */
export function parseMinutes(openFor: string): number {
  const [, hours = '0', minutes = '0'] = /^(?:(\d+)h)?(?:(\d+)m)?$/.exec(openFor) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

/** Formats minutes: "2h30m" for 150. */
export function formatOpenFor(openMinutes: number): string {
  const [hours, minutes] = [Math.floor(openMinutes / 60), openMinutes % 60];
  return [hours > 0 && `${String(hours)}h`, (minutes > 0 || hours === 0) && `${String(minutes)}m`]
    .filter((part) => part !== false)
    .join('');
}
