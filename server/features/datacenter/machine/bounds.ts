/** What keeps machines that invent others from filling the inbox. Per location: how many may wait, and how many of them without a report. */
export const MOST_WAITING = 500
export const MOST_SILENT = 200
/** From one address, without a report. */
export const MOST_OF_ADDRESS = 4
/** Those that never sent a report are forgotten after this time. */
export const SILENT = "interval '1 hour'"
/** Between two sessions of one card; a machine that boots again takes longer. */
export const BETWEEN_SESSIONS = "interval '10 seconds'"
/** Reports of a session: when it begins, and when the neighbours have shown themselves; the rest is for repeated requests. */
export const MOST_REPORTS = 6
/** Cards that a machine is known to boot by. */
export const MOST_BOOT_MACS = 16
/** Of one report as it is kept; that of a server with 128 disks is half of it. */
export const MOST_BYTES = 256 * 1024
