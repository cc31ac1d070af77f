-- What the palette and lists search: any part of a text comes from a trigram index. The expressions are those that searches compare by
-- (server/api/list/searched.ts); names of servers and VMs, their domains, barcodes and addresses have theirs already.
create index own_server_mac_search on server_mac using gin (replace(mac, ':', '') gin_trgm_ops);
create index own_host_mac_search on host_interface using gin (replace(mac, ':', '') gin_trgm_ops);
create index own_ipmi_mac_search on ipmi using gin (replace(coalesce(mac, ''), ':', '') gin_trgm_ops);
create index own_ipmi_ip_search on ipmi using gin (abbrev(ip) gin_trgm_ops);
create index own_ipmi_vendor_search on ipmi using gin (vendor gin_trgm_ops);
create index own_ipmi_model_search on ipmi using gin (model gin_trgm_ops);
create index own_inventory_search on ipmi_state using gin ((inventory->>'serial') gin_trgm_ops);
create index own_account_email_search on account using gin (email gin_trgm_ops);
create index own_account_name_search on account using gin (full_name gin_trgm_ops);
create index own_rack_search on rack using gin (name gin_trgm_ops);
create index own_rack_note_search on rack using gin (note gin_trgm_ops);
create index own_switch_search on net_switch using gin (name gin_trgm_ops);
create index own_switch_hostname_search on net_switch using gin (hostname gin_trgm_ops);
create index own_switch_ip_search on net_switch using gin (abbrev(ip) gin_trgm_ops);
create index own_switch_note_search on net_switch using gin (note gin_trgm_ops);
create index own_pdu_search on pdu using gin (name gin_trgm_ops);
create index own_pdu_ip_search on pdu using gin (abbrev(ip) gin_trgm_ops);
create index own_pdu_note_search on pdu using gin (note gin_trgm_ops);
create index own_switch_port_search on switch_port using gin (name gin_trgm_ops);
create index own_switch_port_note_search on switch_port using gin (note gin_trgm_ops);
create index own_switch_port_description_search on switch_port using gin (description gin_trgm_ops);
create index own_ip_domain_search on ip using gin (domain gin_trgm_ops);
