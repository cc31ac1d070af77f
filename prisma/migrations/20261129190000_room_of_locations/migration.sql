-- The file system that holds files for servers, as it was seen when its part was looked at.
alter table location_component add column bytes bigint, add column free_bytes bigint;
