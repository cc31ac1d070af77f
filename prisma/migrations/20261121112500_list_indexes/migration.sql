-- What people sort and filter machines by: the page and the number of rows come from the index alone.
create index own_host_name on host (name, id);
create index own_host_state on host (state, id);

-- Substring search (own_host_search has the name). The expression is the one that lists compare an address by.
create index own_host_domain_search on host using gin (domain gin_trgm_ops);
create index own_ip_search on ip using gin (abbrev(ip_addr) gin_trgm_ops);
