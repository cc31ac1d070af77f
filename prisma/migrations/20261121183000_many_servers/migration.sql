-- Lists of a hundred thousand servers: their number is kept, what people sort by comes from the index, a word is looked up.
select track_rows('server');
create index own_server_name on server (name, id);

-- Substring search (own_server_search has the name). The expressions are those of the list.
create index own_server_domain_search on server using gin (coalesce(domain, '') gin_trgm_ops);
create index own_server_barcode_search on server using gin (barcode gin_trgm_ops);
