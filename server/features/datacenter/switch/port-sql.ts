/** What a port (alias p) is used for; its connection has the alias k. */
export const connectionType = `case when p.is_uplink then 'uplink' when p.is_service then 'service' when k.id is not null then 'connected' else 'free' end`

/** Label of a port: its name, or its number as long as the device has not reported a name. */
export const portName = `coalesce(nullif(p.name, ''), 'port ' || p.if_index)`
