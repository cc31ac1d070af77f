/** What a port (alias p) is used for; its connection has the alias k. */
export const connectionType = `case when p.is_uplink then 'uplink' when p.is_service then 'service' when k.id is not null then 'connected' else 'free' end`

/** How ports are called in words: by name, or by number as long as the device has not said a name. */
export const portName = `coalesce(nullif(p.name, ''), 'port ' || p.if_index)`
