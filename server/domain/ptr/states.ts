/**
 * How the reverse record of an address is. `none`: none is wanted; `in_progress`: on its way to the name server; `ok`: the zone answers it;
 * `drift`: the zone answers something else; `fail`: it was not written.
 */
export const ptrStatuses = ['none', 'in_progress', 'ok', 'drift', 'fail'] as const
export type PtrStatus = (typeof ptrStatuses)[number]
