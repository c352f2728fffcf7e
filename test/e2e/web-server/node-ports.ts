/**
 * Node ports that tests request by number. Each belongs to one test file, because the files share a cluster. All are in
 * the range that the cluster reserves for such requests (KEP-3668).
 */
export const nodePorts = {
  sample: 30010,
  drift: { first: 30020, edited: 30021 },
  removed: 30025,
  taken: { first: 30030, second: 30031, third: 30032 },
  inRange: 30046,
  screens: 30048,
  takeOver: { first: 30050, second: 30051 },
} as const;
