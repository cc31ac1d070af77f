-- CreateTable
CREATE TABLE "backup_location" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "comment" TEXT,
    "type" TEXT NOT NULL DEFAULT 'ssh',
    "ip" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "login" TEXT NOT NULL,
    "password" TEXT,
    "path" TEXT NOT NULL,
    "host_key" TEXT,
    "quota_mib" INTEGER,
    "chunk_bytes" INTEGER NOT NULL,
    "root_key" TEXT NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL DEFAULT 'unknown',
    "fault" TEXT,
    "fault_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "total_mib" INTEGER,
    "free_mib" INTEGER,
    "recovery_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "backup_location_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "backup_location_cluster" (
    "backup_location_id" INTEGER NOT NULL,
    "cluster_id" INTEGER NOT NULL,

    CONSTRAINT "backup_location_cluster_pkey" PRIMARY KEY ("backup_location_id","cluster_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "backup_location_name_key" ON "backup_location"("name");

-- CreateIndex
CREATE INDEX "backup_location_cluster_cluster_id_idx" ON "backup_location_cluster"("cluster_id");

alter table backup_location
  add check (type in ('ssh')),
  add check (status in ('unknown', 'ok', 'full', 'unreachable', 'damaged')),
  add check (port between 1 and 65535),
  add check (chunk_bytes in (1048576, 4194304)),
  add check (quota_mib > 0);
alter table backup_location_cluster
  add foreign key (backup_location_id) references backup_location on delete cascade,
  add foreign key (cluster_id) references cluster on delete cascade;
