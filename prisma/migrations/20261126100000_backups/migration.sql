-- Backups of disks, where they lie, and the stores that hold them.
CREATE TABLE "backup" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "comment" TEXT,
    "run_id" UUID NOT NULL,
    "subject" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "account_id" INTEGER,
    "host_id" INTEGER,
    "host_name" TEXT,
    "internal_name" TEXT NOT NULL,
    "disk_id" INTEGER,
    "disk_name" TEXT NOT NULL,
    "is_main" BOOLEAN NOT NULL DEFAULT false,
    "cluster_id" INTEGER,
    "node_id" INTEGER,
    "os_id" INTEGER,
    "os_name" TEXT,
    "ip_automation" TEXT,
    "expand_part" TEXT,
    "schedule_id" INTEGER,
    "size_mib" INTEGER NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "consistency" TEXT,
    "parent_id" INTEGER,
    "full_because" TEXT,
    "read_bytes" BIGINT NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'creating',
    "fault" TEXT,
    "fault_at" TIMESTAMPTZ(3),
    "made_by" TEXT,
    "task" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "made_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "available_until" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "backup_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "backup_copy" (
    "id" SERIAL NOT NULL,
    "backup_id" INTEGER NOT NULL,
    "location_id" INTEGER,
    "node_id" INTEGER,
    "file" TEXT,
    "digest" BYTEA,
    "stored_bytes" BIGINT NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'creating',
    "fault" TEXT,
    "fault_at" TIMESTAMPTZ(3),
    "verified_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "backup_copy_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "node_store" (
    "node_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "chunk_bytes" INTEGER NOT NULL,
    "root_key" TEXT NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "node_store_pkey" PRIMARY KEY ("node_id")
);
CREATE TABLE "store_round" (
    "id" SERIAL NOT NULL,
    "location_id" INTEGER,
    "node_id" INTEGER,
    "chunks" BIGINT NOT NULL DEFAULT 0,
    "stored_bytes" BIGINT NOT NULL DEFAULT 0,
    "trash_bytes" BIGINT NOT NULL DEFAULT 0,
    "collected_at" TIMESTAMPTZ(3),
    "collect_fault" TEXT,
    "verified_at" TIMESTAMPTZ(3),
    "verify_fault" TEXT,
    "fault_at" TIMESTAMPTZ(3),
    "deep_next" INTEGER NOT NULL DEFAULT 0,
    "deep_at" TIMESTAMPTZ(3),
    "damaged_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "store_round_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "store_use" (
    "location_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "stored_bytes" BIGINT NOT NULL,
    "disk_bytes" BIGINT NOT NULL,
    "backups" INTEGER NOT NULL,

    CONSTRAINT "store_use_pkey" PRIMARY KEY ("location_id","day")
);
CREATE TABLE "disk_tracking" (
    "disk_id" INTEGER NOT NULL,
    "checkpoint" TEXT NOT NULL,
    "backup_id" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "disk_tracking_pkey" PRIMARY KEY ("disk_id")
);
CREATE UNIQUE INDEX "backup_copy_backup_id_location_id_key" ON "backup_copy"("backup_id", "location_id");
CREATE UNIQUE INDEX "backup_copy_backup_id_node_id_key" ON "backup_copy"("backup_id", "node_id");
CREATE UNIQUE INDEX "store_round_location_id_key" ON "store_round"("location_id");
CREATE UNIQUE INDEX "store_round_node_id_key" ON "store_round"("node_id");
CREATE INDEX "backup_account_id_idx" ON "backup"("account_id");
CREATE INDEX "backup_host_id_idx" ON "backup"("host_id");
CREATE INDEX "backup_disk_id_idx" ON "backup"("disk_id");
CREATE INDEX "backup_run_id_idx" ON "backup"("run_id");
CREATE INDEX "backup_cluster_id_idx" ON "backup"("cluster_id");
CREATE INDEX "backup_node_id_idx" ON "backup"("node_id");
CREATE INDEX "backup_schedule_id_idx" ON "backup"("schedule_id");
CREATE INDEX "backup_parent_id_idx" ON "backup"("parent_id");
CREATE INDEX "backup_copy_location_id_idx" ON "backup_copy"("location_id");
CREATE INDEX "backup_copy_node_id_idx" ON "backup_copy"("node_id");
CREATE INDEX "disk_tracking_backup_id_idx" ON "disk_tracking"("backup_id");

-- A backup outlives its VM, its disk, its node and its owner.
alter table backup
  add foreign key (account_id) references account on delete set null,
  add foreign key (host_id) references host on delete set null,
  add foreign key (disk_id) references disk on delete set null,
  add foreign key (cluster_id) references cluster on delete set null,
  add foreign key (node_id) references node on delete set null,
  add foreign key (os_id) references os on delete set null,
  add foreign key (parent_id) references backup on delete set null,
  add check (mode in ('host_main', 'host_all', 'disk')),
  add check (consistency in ('application', 'crash', 'off')),
  add check (state in ('creating', 'active', 'in_use', 'migrating', 'copying', 'deleting', 'crashed')),
  add check (size_mib > 0);
alter table backup_copy
  add foreign key (backup_id) references backup on delete cascade,
  add foreign key (location_id) references backup_location on delete cascade,
  add foreign key (node_id) references node on delete cascade,
  add check ((location_id is null) <> (node_id is null)),
  add check (state in ('creating', 'active', 'removing')),
  add check (state <> 'active' or (file is not null and digest is not null)),
  add check (file ~ '^[0-9a-f]{32}$');
alter table node_store
  add foreign key (node_id) references node on delete cascade,
  add check (chunk_bytes in (1048576, 4194304));
alter table store_round
  add foreign key (location_id) references backup_location on delete cascade,
  add foreign key (node_id) references node on delete cascade,
  add check ((location_id is null) <> (node_id is null)),
  add check (deep_next between 0 and 255);
alter table store_use add foreign key (location_id) references backup_location on delete cascade;
alter table disk_tracking
  add foreign key (disk_id) references disk on delete cascade,
  add foreign key (backup_id) references backup on delete cascade;

create index own_backup_search on backup using gin (name gin_trgm_ops);
create index own_backup_disk_search on backup using gin (disk_name gin_trgm_ops);
create index own_backup_host_search on backup using gin (host_name gin_trgm_ops);
create index own_backup_os on backup (os_id);
-- What has been deleted for long enough, what is wrong, and what a task works on, are found among many.
create index own_backup_deleted on backup (deleted_at) where deleted_at is not null;
create index own_backup_crashed on backup (id) where state = 'crashed';
create index own_backup_busy on backup (task) where task is not null;
create index own_backup_copy_fault on backup_copy (backup_id) where fault is not null;
