const unicode = [
  ...['naïve', 'nai\u0308ve', '名前', `e${'\u0301'.repeat(50)}`, '\u202egnp.exe', '👩‍👩‍👧‍👦', '\u{10ffff}', '\ud800'],
  '\ufeffbom',
];

const blanks = ['', ' ', 'a b', 'a\n', '\u00a0', '\u2028'];

const controls = ['\u0000', '\u001b[31mred', '\u007f', '\u0085'];

const shell = ['$(HOSTNAME)', '$$(HOSTNAME)', '`id`', '; reboot', "'", '"', '\\', '-n', '%s', '../../etc'];

const markup = ['null', '---', 'a:\n  b: c', '*anchor', '"},"spec":{"a":"', '{{ .Values.a }}', '__proto__', '%00'];

/** Texts that break careless parsers. Each is sent for every text field. */
export const hostileTexts: readonly string[] = [...unicode, ...blanks, ...controls, ...shell, ...markup];

/** Unusual schedules. Kubernetes rejects most of them, even some that other cron libraries accept. */
export const badSchedules: readonly string[] = [
  ...['* * * *', '* * * * * *', '60 * * * *', '0 24 * * *', '0 0 0 * *', '0 0 32 * *', '0 0 * 13 *', '0 0 * * 7'],
  ...['0 0 L * *', '0 0 * * 5#3', '*/0 * * * *', '5-1 * * * *', '-1 * * * *', '@never', 'TZ=UTC 0 0 * * *'],
  ...['CRON_TZ=Mars/Base 0 0 * * *', '0,,1 * * * *', '99999999999999999999 * * * *', '0 0 30 2 *', '@every 1000h'],
];

/** Unknown time zones, and known ones under a wrong name. */
export const badTimeZones: readonly string[] = [
  ...['Mars/Base', 'europe/madrid', 'UTC+1', 'Local', 'local', '../../etc/localtime', 'Etc/Unknown', 'CEST', '+01:00'],
];

/** Dates that do not exist, are far away, or have an unusual format. */
export const badDates: readonly string[] = [
  ...['2020-02-30', '2021-02-29', '2020-13-01', '2020-00-10', '2020-1-1', '20200101', '01/02/2020', '0000-01-01'],
  ...['9999-12-31', '10000-01-01', '-001-01-01', '2020-01-01T24:00:00Z', '2020-01-01T00:00:60Z', '2020-01-01T00:00:00'],
  ...[
    '2020-01-01T00:00:00+25:00',
    '2020-01-01t00:00:00z',
    '9999-12-31T23:59:59-01:00',
    '2020-01-01T00:00:00.1234567891Z',
  ],
];
