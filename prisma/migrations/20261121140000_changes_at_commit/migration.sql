-- Changes and audit are numbered at the commit itself, by a deferred trigger: their lock is held over no round trip of the client.
-- Until then they lie in `unpublished`, and never longer: no other transaction ever sees a row of it, and since none of its rows is
-- ever committed, it needs no log.
CREATE UNLOGGED TABLE "unpublished" (
    "id" BIGSERIAL NOT NULL,
    "changes" JSONB,
    "audit" JSONB,

    CONSTRAINT "unpublished_pkey" PRIMARY KEY ("id")
);

-- One lock for both, so that no two transactions take two of them in different order. It is held until the commit is durable and
-- seen: ids grow in the order of commits, so whoever has seen id n has seen every change below it.
create function publish() returns trigger language plpgsql as $$
declare
  previous bytea; r jsonb; a audit;
begin
  perform pg_advisory_xact_lock(7270, 1);
  if new.changes is not null then
    insert into change (entity, entity_id, event, account_id, everyone, data, relations)
      select c->>'entity', (c->>'entity_id')::int, c->>'event', (c->>'account_id')::int, coalesce((c->>'everyone')::boolean, false),
             coalesce(c->'data', '{}'), coalesce(c->'relations', '{}')
        from jsonb_array_elements(new.changes) with ordinality as x(c, n) order by n;
    perform pg_notify('change', '');
  end if;
  if new.audit is not null then
    select hash into previous from audit order by id desc limit 1;
    previous := coalesce(previous, ''::bytea);
    for r in select * from jsonb_array_elements(new.audit) loop
      a := null;
      a.id := nextval('audit_id_seq');
      a.at := date_trunc('milliseconds', clock_timestamp());
      a.account_id := (r->>'account_id')::int; a.session_id := (r->>'session_id')::int; a.ip := (r->>'ip')::inet;
      a.operation := r->>'operation'; a.entity := r->>'entity'; a.entity_id := (r->>'entity_id')::int;
      a.input := coalesce(r->'input', '{}'); a.request_id := r->>'request_id';
      a.hash := audit_hash(previous, a);
      insert into audit select a.*;
      previous := a.hash;
    end loop;
  end if;
  delete from unpublished where id = new.id;
  return null;
end $$;
create constraint trigger publish after insert on unpublished deferrable initially deferred for each row execute function publish();

-- Called at any time within a transaction: what they are given appears with its commit.
create or replace function record_changes(list jsonb) returns int language sql as $$
  insert into unpublished (changes) values (list) returning jsonb_array_length(list)
$$;
create or replace function record_audit(list jsonb) returns int language sql as $$
  insert into unpublished (audit) values (list) returning jsonb_array_length(list)
$$;
