-- CreateTable
CREATE TABLE "row_count" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "n" BIGINT NOT NULL,

    CONSTRAINT "row_count_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "row_count_name_idx" ON "row_count"("name");

-- Every list tells how many rows there are. Counting 100,000 of them costs more than the page itself, so big tables keep
-- their number as a sum of differences: each writing statement adds one row, which becomes visible with its transaction, so
-- the sum is exact in every snapshot and no writer waits for another.
create function count_rows() returns trigger language plpgsql as $$
declare
  difference bigint;
  last_id bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from row_count where name = tg_table_name;
    return null;
  end if;
  select count(*) into difference from moved;
  if difference > 0 then
    insert into row_count (name, n) values (tg_table_name, case tg_op when 'INSERT' then difference else -difference end)
      returning id into last_id;
    perform merge_row_counts(last_id);
  end if;
  return null;
end $$;

-- Every 64th writer sums up the differences, of all tables, that are committed and that nobody else is summing up.
create function merge_row_counts(last_id bigint) returns void language plpgsql as $$
begin
  if last_id % 64 <> 0 or current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  with gone as (
    delete from row_count where id in (select id from row_count for update skip locked) returning name, n
  )
  insert into row_count (name, n) select name, sum(n) from gone group by name;
end $$;

create function total_rows(table_name text) returns bigint language sql stable as $$
  select coalesce(sum(n), 0)::bigint from row_count where name = table_name
$$;

-- Begins to keep the number of a table's rows.
create function track_rows(tracked regclass) returns void language plpgsql as $$
begin
  execute format('lock table %s in share row exclusive mode', tracked);
  execute format('create trigger rows_inserted after insert on %s referencing new table as moved for each statement execute function count_rows()', tracked);
  execute format('create trigger rows_deleted after delete on %s referencing old table as moved for each statement execute function count_rows()', tracked);
  execute format('create trigger rows_truncated after truncate on %s for each statement execute function count_rows()', tracked);
  execute format('insert into row_count (name, n) select relname, (select count(*) from %s) from pg_class where oid = %L::regclass', tracked, tracked);
end $$;

select track_rows('host'), track_rows('disk'), track_rows('ip');
