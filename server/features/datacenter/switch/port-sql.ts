/** What a port (alias p) is used for; its connection has the alias k. */
export const connectionType = `case when p.is_uplink then 'uplink' when p.is_service then 'service' when k.id is not null then 'connected' else 'free' end`
