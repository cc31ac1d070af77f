-- AlterTable
ALTER TABLE "storage" ADD COLUMN     "identity" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "password" TEXT,
ADD COLUMN     "state" TEXT NOT NULL DEFAULT 'active';

-- CreateTable
CREATE TABLE "node_storage" (
    "storage_id" INTEGER NOT NULL,
    "node_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'unknown',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "hdd_overselling" DOUBLE PRECISION,
    "total_mib" BIGINT NOT NULL DEFAULT 0,
    "used_mib" BIGINT NOT NULL DEFAULT 0,
    "error" TEXT,
    "error_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "listed_at" TIMESTAMPTZ(3),

    CONSTRAINT "node_storage_pkey" PRIMARY KEY ("storage_id","node_id")
);

-- CreateTable
CREATE TABLE "storage_use" (
    "storage_id" INTEGER NOT NULL,
    "node_id" INTEGER NOT NULL,
    "level" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "total_mib" BIGINT NOT NULL,
    "used_mib" BIGINT NOT NULL,
    "promised_mib" BIGINT NOT NULL,

    CONSTRAINT "storage_use_pkey" PRIMARY KEY ("storage_id","node_id","level","at")
);

-- CreateTable
CREATE TABLE "storage_use_level" (
    "level" INTEGER NOT NULL,
    "done_to" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "storage_use_level_pkey" PRIMARY KEY ("level")
);

-- CreateTable
CREATE TABLE "storage_finding" (
    "id" SERIAL NOT NULL,
    "storage_id" INTEGER NOT NULL,
    "node_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "size_mib" BIGINT NOT NULL DEFAULT 0,
    "disk_id" INTEGER,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "storage_finding_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "storage_tag" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "note" TEXT,
    "immortal" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "storage_tag_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "storage_tagged" (
    "storage_id" INTEGER NOT NULL,
    "tag_id" INTEGER NOT NULL,

    CONSTRAINT "storage_tagged_pkey" PRIMARY KEY ("storage_id","tag_id")
);

-- CreateIndex
CREATE INDEX "node_storage_node_id_idx" ON "node_storage"("node_id");

-- CreateIndex
CREATE INDEX "storage_use_level_at_idx" ON "storage_use"("level", "at");

-- CreateIndex
CREATE UNIQUE INDEX "storage_finding_storage_id_node_id_kind_name_key" ON "storage_finding"("storage_id", "node_id", "kind", "name");

-- CreateIndex
CREATE UNIQUE INDEX "storage_tag_name_key" ON "storage_tag"("name");

-- CreateIndex
CREATE INDEX "storage_tagged_tag_id_idx" ON "storage_tagged"("tag_id");

alter table storage add check (state in ('active', 'disabled'));
alter table node_storage
  add foreign key (storage_id) references storage on delete cascade,
  add foreign key (node_id) references node on delete cascade,
  add check (state in ('unknown', 'connecting', 'active', 'degraded', 'failed')),
  add check (hdd_overselling between 0.5 and 100);
alter table storage_use add foreign key (storage_id) references storage on delete cascade;
alter table storage_finding
  add foreign key (storage_id) references storage on delete cascade,
  add foreign key (node_id) references node on delete cascade,
  add foreign key (disk_id) references disk on delete cascade,
  add check (kind in ('volume', 'disk'));
alter table storage_tagged
  add foreign key (storage_id) references storage on delete cascade,
  add foreign key (tag_id) references storage_tag;

-- What is not well is found among many.
create index own_node_storage_wrong on node_storage (storage_id) where state in ('degraded', 'failed');
-- What disks on a storage are promised, on each node.
create index own_disk_promised on disk (storage_id, node_id) include (size_mib, size_mib_new);

-- Nodes have the folder of their cluster already; until its first check it is as the node was read.
insert into node_storage (storage_id, node_id, state, total_mib, used_mib)
select cs.storage_id, n.id, case when n.state = 'active' then 'active' else 'unknown' end, n.storage_total_mib, n.storage_used_mib
  from node n join cluster_storage cs on cs.cluster_id = n.cluster_id join storage s on s.id = cs.storage_id and s.type = 'file';
