/** What can be imported, in the order in which one needs the other. */
export const importKinds = [
  'location',
  'cpu_socket',
  'platform',
  'rack',
  'chassis',
  'vlan',
  'switch',
  'pdu',
  'server',
  'ippool',
  'ipnet',
  'range',
  'ip',
  'switch_connection',
  'pdu_connection',
] as const
export type ImportKind = (typeof importKinds)[number]

export const importFormats = ['csv', 'yaml'] as const
export type ImportFormat = (typeof importFormats)[number]

export const MOST_BYTES = 16 * 1024 * 1024
export const MOST_ROWS = 100_000
export const MOST_COLUMNS = 200
/** Of all rows together, aliases written out. */
export const MOST_CELLS = 2_000_000
/** Characters of one cell. */
export const LONGEST_CELL = 65_536
/** Rows that an answer carries; faults come first. */
export const MOST_TOLD = 1000

export const importOutcomes = ['create', 'update', 'same', 'skip', 'error'] as const
export type ImportOutcome = (typeof importOutcomes)[number]
