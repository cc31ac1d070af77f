-- Foreign keys: they are ours, the Prisma schema declares no relations (see prisma/schema/main.prisma).
alter table session add foreign key (account_id) references account on delete cascade;
alter table sign_in_key add foreign key (account_id) references account on delete cascade;
alter table access_list_member add foreign key (account_id) references account on delete cascade;
alter table access_list_member add foreign key (access_list_id) references access_list on delete cascade;
alter table known_network add foreign key (account_id) references account on delete cascade;
alter table ssh_key add foreign key (account_id) references account on delete cascade;
alter table idempotency add foreign key (account_id) references account on delete cascade;
alter table console_ticket add foreign key (account_id) references account on delete cascade;
alter table console_ticket add foreign key (session_id) references session on delete cascade;

alter table task_step add foreign key (task_id) references task on delete cascade;
alter table task_lock add foreign key (task_id) references task on delete cascade;
alter table task add check (status in ('created', 'running', 'complete', 'failed', 'aborted', 'deferred'));

alter table ippool_cluster add foreign key (ippool_id) references ippool on delete cascade;
alter table ippool_cluster add foreign key (cluster_id) references cluster on delete cascade;
alter table iprange add foreign key (ippool_id) references ippool;
alter table ip add foreign key (ippool_id) references ippool;
alter table ip add foreign key (ipnet_id) references ipnet;
alter table ip add foreign key (iprange_id) references iprange;
alter table ip add foreign key (account_id) references account;

alter table cluster_storage add foreign key (cluster_id) references cluster on delete cascade;
alter table cluster_storage add foreign key (storage_id) references storage;
create unique index own_cluster_storage_main on cluster_storage (cluster_id) where is_main;
alter table node add foreign key (cluster_id) references cluster;
alter table node add check (state in ('creating', 'active', 'crashed', 'unavailable', 'deleting'));
alter table node_interface add foreign key (node_id) references node on delete cascade;
alter table os add foreign key (repository_id) references repository;
alter table os_cluster add foreign key (os_id) references os on delete cascade;
alter table os_cluster add foreign key (cluster_id) references cluster on delete cascade;
alter table os_node add foreign key (os_id) references os on delete cascade;
alter table os_node add foreign key (node_id) references node on delete cascade;

alter table host add foreign key (account_id) references account;
alter table host add foreign key (cluster_id) references cluster;
alter table host add foreign key (node_id) references node;
alter table host add foreign key (os_id) references os on delete set null;
alter table host add check (state in ('creating', 'active', 'stopped', 'crashed', 'unknown', 'deleting'));
alter table host_interface add foreign key (host_id) references host on delete cascade;
alter table ip add foreign key (host_id) references host on delete set null;
alter table ip add foreign key (host_interface_id) references host_interface on delete set null;
alter table disk add foreign key (host_id) references host on delete set null;
alter table disk add foreign key (account_id) references account;
alter table disk add foreign key (cluster_id) references cluster;
alter table disk add foreign key (node_id) references node;
alter table disk add foreign key (storage_id) references storage;
alter table host_history add foreign key (host_id) references host on delete cascade;
alter table console_ticket add foreign key (host_id) references host on delete cascade;
create index own_disk_main on disk (host_id) where is_main;

-- Lists page by these orders, and the covering index lets the page's ids come from the index alone.
create extension if not exists pg_trgm;
create index own_host_owner on host (account_id, id);
create index own_host_search on host using gin (name gin_trgm_ops);

-- Changes and audit get their ids under one lock, as the last act before the commit: ids grow in the order of commits,
-- so whoever has seen id n has seen every change below it.
create function record_changes(list jsonb) returns int language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7270, 1);
  insert into change (entity, entity_id, event, account_id, everyone, data, relations)
    select c->>'entity', (c->>'entity_id')::int, c->>'event', (c->>'account_id')::int, coalesce((c->>'everyone')::boolean, false),
           coalesce(c->'data', '{}'), coalesce(c->'relations', '{}')
      from jsonb_array_elements(list) with ordinality as x(c, n) order by n;
  perform pg_notify('change', (select max(id)::text from change));
  return jsonb_array_length(list);
end $$;

-- A chain of hashes: a removed, changed or reordered record is found by audit_broken().
create function audit_hash(previous bytea, a audit) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(concat_ws(E'\x1f', extract(epoch from a.at)::text, a.account_id, a.session_id, host(a.ip), a.operation, a.entity,
    a.entity_id, a.input::text, a.request_id), 'UTF8'))
$$;

create function record_audit(list jsonb) returns int language plpgsql as $$
declare
  previous bytea; r jsonb; a audit;
begin
  perform pg_advisory_xact_lock(7270, 2);
  select hash into previous from audit order by id desc limit 1;
  previous := coalesce(previous, ''::bytea);
  for r in select * from jsonb_array_elements(list) loop
    a := null;
    a.id := nextval(pg_get_serial_sequence('audit', 'id'));
    a.at := date_trunc('milliseconds', clock_timestamp());
    a.account_id := (r->>'account_id')::int; a.session_id := (r->>'session_id')::int; a.ip := (r->>'ip')::inet;
    a.operation := r->>'operation'; a.entity := r->>'entity'; a.entity_id := (r->>'entity_id')::int;
    a.input := coalesce(r->'input', '{}'); a.request_id := r->>'request_id';
    a.hash := audit_hash(previous, a);
    insert into audit select a.*;
    previous := a.hash;
  end loop;
  return jsonb_array_length(list);
end $$;

-- Id of the first record whose hash does not follow from the one before; null when the chain holds.
create function audit_broken() returns bigint language sql stable as $$
  select id from (select a.id, a.hash, audit_hash(coalesce(lag(a.hash) over (order by a.id), ''::bytea), a) as wanted from audit a) x
   where hash <> wanted order by id limit 1
$$;

-- An ended session closes its sockets, streams and consoles in every process.
create function session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', old.id::text);
  return old;
end $$;
create trigger session_ended after delete on session for each row execute function session_ended();
