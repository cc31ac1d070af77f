-- Certificates are looked for by the serial numbers of their drives, among all that were ever made.
create function words_of(text[]) returns text language sql immutable parallel safe return array_to_string($1, ' ');
create index own_erasure_certificate_search on erasure_certificate using gin (number gin_trgm_ops);
create index own_erasure_certificate_server_search on erasure_certificate using gin (server_name gin_trgm_ops);
create index own_erasure_certificate_serials_search on erasure_certificate using gin (words_of(serials) gin_trgm_ops);
create index own_erasure_certificate_person_search on erasure_certificate using gin ((content->>'started_by') gin_trgm_ops);
