CREATE TABLE "schedule" (
    "id" SERIAL NOT NULL,
    "name" TEXT,
    "comment" TEXT,
    "backup_mode" TEXT NOT NULL DEFAULT 'host_main',
    "type" TEXT NOT NULL,
    "day" INTEGER,
    "week_day" INTEGER,
    "hour" INTEGER NOT NULL,
    "minute" INTEGER NOT NULL,
    "time_zone" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "limit_count" INTEGER,
    "limit_size_mib" INTEGER,
    "keep_last" INTEGER,
    "keep_daily" INTEGER,
    "keep_weekly" INTEGER,
    "keep_monthly" INTEGER,
    "limit_mib_s" INTEGER,
    "starts_per_hour" INTEGER,
    "next_run" TIMESTAMPTZ(3),
    "last_run" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "schedule_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "schedule_cluster" (
    "schedule_id" INTEGER NOT NULL,
    "cluster_id" INTEGER NOT NULL,

    CONSTRAINT "schedule_cluster_pkey" PRIMARY KEY ("schedule_id", "cluster_id")
);
CREATE TABLE "schedule_node" (
    "schedule_id" INTEGER NOT NULL,
    "node_id" INTEGER NOT NULL,

    CONSTRAINT "schedule_node_pkey" PRIMARY KEY ("schedule_id", "node_id")
);
CREATE TABLE "schedule_host" (
    "schedule_id" INTEGER NOT NULL,
    "host_id" INTEGER NOT NULL,

    CONSTRAINT "schedule_host_pkey" PRIMARY KEY ("schedule_id", "host_id")
);
CREATE TABLE "schedule_disk" (
    "schedule_id" INTEGER NOT NULL,
    "disk_id" INTEGER NOT NULL,

    CONSTRAINT "schedule_disk_pkey" PRIMARY KEY ("schedule_id", "disk_id")
);
CREATE TABLE "schedule_preset" (
    "schedule_id" INTEGER NOT NULL,
    "preset_id" INTEGER NOT NULL,

    CONSTRAINT "schedule_preset_pkey" PRIMARY KEY ("schedule_id", "preset_id")
);
CREATE TABLE "schedule_location" (
    "schedule_id" INTEGER NOT NULL,
    "backup_location_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "schedule_location_pkey" PRIMARY KEY ("schedule_id", "backup_location_id")
);
CREATE TABLE "schedule_run" (
    "id" SERIAL NOT NULL,
    "schedule_id" INTEGER NOT NULL,
    "started_by" TEXT NOT NULL DEFAULT 'clock',
    "planned_for" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "disks" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "schedule_run_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "schedule_start" (
    "id" SERIAL NOT NULL,
    "run_id" INTEGER NOT NULL,
    "host_id" INTEGER,
    "node_id" INTEGER,
    "disk_ids" INTEGER[],
    "mode" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "backup_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "reason" TEXT,

    CONSTRAINT "schedule_start_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "host_unprotected" (
    "host_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "promised_hours" INTEGER NOT NULL,
    "last_backup" TIMESTAMPTZ(3),
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "host_unprotected_pkey" PRIMARY KEY ("host_id")
);
CREATE INDEX "schedule_cluster_cluster_id_idx" ON "schedule_cluster"("cluster_id");
CREATE INDEX "schedule_node_node_id_idx" ON "schedule_node"("node_id");
CREATE INDEX "schedule_host_host_id_idx" ON "schedule_host"("host_id");
CREATE INDEX "schedule_disk_disk_id_idx" ON "schedule_disk"("disk_id");
CREATE INDEX "schedule_preset_preset_id_idx" ON "schedule_preset"("preset_id");
CREATE INDEX "schedule_location_backup_location_id_idx" ON "schedule_location"("backup_location_id");
CREATE INDEX "schedule_run_schedule_id_planned_for_idx" ON "schedule_run"("schedule_id", "planned_for");
CREATE INDEX "schedule_start_run_id_idx" ON "schedule_start"("run_id");

ALTER TABLE "backup" ADD COLUMN "pinned" BOOLEAN NOT NULL DEFAULT false;

alter table schedule
  add check (backup_mode in ('host_main', 'host_all', 'disk')),
  add check (type in ('daily', 'weekly', 'monthly')),
  add check (day between 1 and 31),
  add check (week_day between 0 and 7),
  add check (type <> 'weekly' or week_day is not null),
  add check (type <> 'monthly' or day is not null),
  add check (hour between 0 and 23),
  add check (minute between 0 and 59),
  add check (limit_count > 0),
  add check (limit_size_mib > 0),
  add check (keep_last > 0),
  add check (keep_daily > 0),
  add check (keep_weekly > 0),
  add check (keep_monthly > 0),
  add check (limit_mib_s > 0),
  add check (starts_per_hour > 0),
  add check (enabled = (next_run is not null));
-- What a schedule names goes from it when it is deleted.
alter table schedule_cluster
  add foreign key (schedule_id) references schedule on delete cascade,
  add foreign key (cluster_id) references cluster on delete cascade;
alter table schedule_node
  add foreign key (schedule_id) references schedule on delete cascade,
  add foreign key (node_id) references node on delete cascade;
alter table schedule_host
  add foreign key (schedule_id) references schedule on delete cascade,
  add foreign key (host_id) references host on delete cascade;
alter table schedule_disk
  add foreign key (schedule_id) references schedule on delete cascade,
  add foreign key (disk_id) references disk on delete cascade;
alter table schedule_preset
  add foreign key (schedule_id) references schedule on delete cascade,
  add foreign key (preset_id) references preset on delete cascade;
alter table schedule_location
  add foreign key (schedule_id) references schedule on delete cascade,
  add foreign key (backup_location_id) references backup_location on delete cascade;
alter table schedule_run
  add foreign key (schedule_id) references schedule on delete cascade,
  add check (started_by in ('clock', 'person')),
  add check (state in ('running', 'done', 'failed', 'missed')),
  add check ((state = 'running') = (ended_at is null)),
  add check ((state = 'missed') = (started_at is null));
alter table schedule_start
  add foreign key (run_id) references schedule_run on delete cascade,
  add foreign key (host_id) references host on delete set null,
  add foreign key (node_id) references node on delete set null,
  add check (state in ('waiting', 'started', 'done', 'failed')),
  add check (mode in ('host_main', 'host_all', 'disk')),
  add check (state <> 'started' or cardinality(backup_ids) > 0);
alter table host_unprotected
  add foreign key (host_id) references host on delete cascade,
  add check (state in ('late', 'no_backup'));
alter table backup add foreign key (schedule_id) references schedule on delete set null;

-- A start planned by the clock is there once, whoever claims it, and of a schedule only one run is under way.
create unique index own_schedule_run_slot on schedule_run (schedule_id, planned_for) where started_by = 'clock';
create unique index own_schedule_run_running on schedule_run (schedule_id) where state = 'running';
create index own_schedule_run_newest on schedule_run (schedule_id, planned_for desc, id desc);
create index own_schedule_due on schedule (next_run) where next_run is not null;
create index own_schedule_start_waiting on schedule_start (due_at) where state = 'waiting';
create index own_schedule_start_started on schedule_start (node_id) where state = 'started';
create index own_schedule_search on schedule using gin (name gin_trgm_ops);
create index own_schedule_comment_search on schedule using gin (comment gin_trgm_ops);
create index own_backup_available on backup (available_until) where available_until is not null;
