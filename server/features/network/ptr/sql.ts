/** SQL: the state of a record `r`, which an address need not have. */
export const PTR_STATUS = `case when r.id is null then 'none' when r.status = 'ok' and r.drift_at is not null then 'drift' else r.status end`

/** SQL: the record of the address `i` itself. */
export const OWN_RECORD = 'LEFT JOIN ptr r on r.ip_id = i.id and r.ip_addr = i.ip_addr'
