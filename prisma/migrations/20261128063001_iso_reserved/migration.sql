-- Bytes of the data folder that an image on its way has been promised; they count against quotas and room like those that are there.
alter table iso add column reserved bigint not null default 0;
update iso set reserved = size_bytes where state in ('uploading', 'checking') and size_bytes is not null;
