import { column, integer } from '../table.ts'

/**
 * dot3adAggPortTable (IEEE8023-LAG-MIB). Index: ifIndex of a port. ifIndex of the aggregation that it has chosen, which is known without a link, and of the one
 * that it is attached to; 0 for none.
 */
export const dot3adAggPortTable = {
  oid: '1.2.840.10006.300.43.1.2.1.1',
  columns: { dot3adAggPortSelectedAggID: column(12, integer), dot3adAggPortAttachedAggID: column(13, integer) },
}
