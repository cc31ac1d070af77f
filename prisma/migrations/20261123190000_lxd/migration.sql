-- Version of LXD, of nodes whose guests are containers.
alter table node add column lxd_version text;
