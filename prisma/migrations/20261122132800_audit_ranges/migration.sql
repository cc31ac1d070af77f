-- The same for a part of the chain, so that several connections look at parts of it side by side.
create function audit_broken_between(after bigint, upto bigint) returns bigint language sql stable as $$
  select id from (select a.id, a.hash, sha256(
      lag(a.hash, 1, coalesce((select p.hash from audit p where p.id <= after order by p.id desc limit 1), ''::bytea)) over (order by a.id)
      || convert_to(concat_ws(E'\x1f', extract(epoch from a.at)::text, a.account_id, a.session_id, host(a.ip), a.operation, a.entity,
    a.entity_id, a.input::text, a.request_id), 'UTF8')) as wanted from audit a where a.id > after and a.id <= upto) x
   where hash <> wanted order by id limit 1
$$;

create or replace function audit_broken() returns bigint language sql stable as $$
  select audit_broken_between(0, 9223372036854775807)
$$;
