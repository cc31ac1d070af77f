CREATE TABLE "host_alarm" (
    "host_id" INTEGER NOT NULL,
    "rule" TEXT NOT NULL,
    "value" REAL NOT NULL,
    "bound" REAL NOT NULL,
    "part" TEXT,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "low_at" TIMESTAMPTZ(3),
    "raised_at" TIMESTAMPTZ(3),

    CONSTRAINT "host_alarm_pkey" PRIMARY KEY ("host_id","rule")
);

CREATE TABLE "node_alarm" (
    "node_id" INTEGER NOT NULL,
    "rule" TEXT NOT NULL,
    "value" REAL NOT NULL,
    "bound" REAL NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "low_at" TIMESTAMPTZ(3),
    "raised_at" TIMESTAMPTZ(3),

    CONSTRAINT "node_alarm_pkey" PRIMARY KEY ("node_id","rule")
);

alter table host_alarm add foreign key (host_id) references host on delete cascade;
alter table node_alarm add foreign key (node_id) references node on delete cascade;

-- Full storage becomes a rule like the others.
insert into node_alarm (node_id, rule, value, bound, since, read_at, raised_at)
select n.id, 'storage', 100.0 * n.storage_used_mib / n.storage_total_mib, 90, coalesce(n.storage_full_at, now()), now(), now()
  from node n where storage_is_full(n);
drop trigger storage_full_at_made on node;
drop trigger storage_full_at_begun on node;
drop trigger storage_full_at_over on node;
drop function storage_is_full(node);
ALTER TABLE "node" DROP COLUMN "storage_full_at";

ALTER TABLE "host_load" ADD COLUMN "memory" REAL;
ALTER TABLE "node_load" DROP COLUMN "memory_at", DROP COLUMN "steal_at";
