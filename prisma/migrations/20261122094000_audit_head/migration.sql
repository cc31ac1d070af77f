-- How far the audit chain is sealed: number of records, the last one, and a MAC under a key that the database does not have.
CREATE TABLE "audit_head" (
    "id" INTEGER NOT NULL,
    "count" BIGINT NOT NULL,
    "last_id" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "mac" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("id")
);

-- The same result as before, with the expression of audit_hash written out: a call for each record made a million of them slow.
create or replace function audit_broken() returns bigint language sql stable as $$
  select id from (select a.id, a.hash, sha256(coalesce(lag(a.hash) over (order by a.id), ''::bytea)
      || convert_to(concat_ws(E'\x1f', extract(epoch from a.at)::text, a.account_id, a.session_id, host(a.ip), a.operation, a.entity,
    a.entity_id, a.input::text, a.request_id), 'UTF8')) as wanted from audit a) x
   where hash <> wanted order by id limit 1
$$;
