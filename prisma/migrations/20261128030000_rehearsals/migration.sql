CREATE TABLE "rehearsal" (
    "id" SERIAL NOT NULL,
    "run_id" UUID NOT NULL,
    "backup_id" INTEGER,
    "host_id" INTEGER,
    "host_name" TEXT NOT NULL,
    "account_id" INTEGER,
    "cluster_id" INTEGER,
    "node_id" INTEGER,
    "storage_id" INTEGER,
    "internal_name" TEXT,
    "uuid" UUID NOT NULL,
    "cpu_number" INTEGER NOT NULL,
    "ram_mib" INTEGER NOT NULL,
    "hdd_mib" INTEGER NOT NULL,
    "files" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "started_by" TEXT NOT NULL,
    "made_by" TEXT,
    "backup_made_at" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "answered_by" TEXT,
    "answer_ms" INTEGER,
    "reason" TEXT,
    "picture" BYTEA,
    "picture_at" TIMESTAMPTZ(3),
    "task" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "cleared_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "rehearsal_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "host_unrehearsed" (
    "host_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "last_good" TIMESTAMPTZ(3),
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "host_unrehearsed_pkey" PRIMARY KEY ("host_id")
);
CREATE UNIQUE INDEX "rehearsal_internal_name_key" ON "rehearsal"("internal_name");
CREATE INDEX "rehearsal_account_id_idx" ON "rehearsal"("account_id");
CREATE INDEX "rehearsal_backup_id_idx" ON "rehearsal"("backup_id");
CREATE INDEX "rehearsal_node_id_idx" ON "rehearsal"("node_id");
CREATE INDEX "rehearsal_cluster_id_idx" ON "rehearsal"("cluster_id");
CREATE INDEX "rehearsal_storage_id_idx" ON "rehearsal"("storage_id");

alter table rehearsal
  add foreign key (backup_id) references backup on delete set null,
  add foreign key (host_id) references host on delete set null,
  add foreign key (account_id) references account on delete set null,
  add foreign key (cluster_id) references cluster on delete set null,
  add foreign key (node_id) references node on delete set null,
  add foreign key (storage_id) references storage on delete set null,
  add check (started_by in ('plan', 'person')),
  add check (state in ('waiting', 'running', 'passed', 'failed', 'cancelled')),
  add check (answered_by in ('agent', 'login')),
  add check ((state = 'passed') = (answered_by is not null)),
  add check ((state in ('waiting', 'running')) = (ended_at is null)),
  add check (cleared_at is null or ended_at is not null),
  add check (octet_length(picture) <= 1048576);
alter table host_unrehearsed
  add foreign key (host_id) references host on delete cascade,
  add check (state in ('failed', 'late'));

-- One at a time of a VM, whoever begins it.
create unique index own_rehearsal_running on rehearsal (host_id) where ended_at is null;
create index own_rehearsal_of_host on rehearsal (host_id, id desc);
create index own_rehearsal_left on rehearsal (node_id, storage_id) where cleared_at is null;
create index own_rehearsal_host_search on rehearsal using gin (host_name gin_trgm_ops);
create index own_rehearsal_reason_search on rehearsal using gin (reason gin_trgm_ops);
