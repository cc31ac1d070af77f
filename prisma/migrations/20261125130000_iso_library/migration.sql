-- Library of ISO images, where they are, and which VMs have one in their drive.
CREATE TABLE "iso" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "account_id" INTEGER,
    "repository_id" INTEGER,
    "for_all" BOOLEAN NOT NULL DEFAULT false,
    "os_group" TEXT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "comment" TEXT,
    "source" TEXT,
    "external" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL,
    "size_bytes" BIGINT,
    "received" BIGINT NOT NULL DEFAULT 0,
    "sha256" TEXT,
    "file" UUID,
    "folder" UUID,
    "fault" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "task" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "iso_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "iso_cluster" (
    "iso_id" INTEGER NOT NULL,
    "cluster_id" INTEGER NOT NULL,

    CONSTRAINT "iso_cluster_pkey" PRIMARY KEY ("iso_id","cluster_id")
);
CREATE TABLE "iso_node" (
    "iso_id" INTEGER NOT NULL,
    "node_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "iso_node_pkey" PRIMARY KEY ("iso_id","node_id")
);
CREATE TABLE "host_iso" (
    "host_id" INTEGER NOT NULL,
    "iso_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "reboot" BOOLEAN NOT NULL,
    "waits" TEXT,
    "task" INTEGER,
    "leaving" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "host_iso_pkey" PRIMARY KEY ("host_id")
);
CREATE INDEX "iso_account_id_idx" ON "iso"("account_id");
CREATE INDEX "iso_repository_id_idx" ON "iso"("repository_id");
CREATE INDEX "iso_cluster_cluster_id_idx" ON "iso_cluster"("cluster_id");
CREATE INDEX "iso_node_node_id_idx" ON "iso_node"("node_id");
CREATE INDEX "host_iso_iso_id_idx" ON "host_iso"("iso_id");

alter table iso add foreign key (account_id) references account on delete cascade;
-- Images that are on the panel stay when their repository goes.
alter table iso add foreign key (repository_id) references repository on delete set null;
alter table iso add check (state in ('offered', 'uploading', 'downloading', 'checking', 'ready', 'failed', 'deleting'));
alter table iso add check (received >= 0 and (size_bytes is null or received <= size_bytes));
alter table iso_cluster add foreign key (iso_id) references iso on delete cascade;
alter table iso_cluster add foreign key (cluster_id) references cluster on delete cascade;
alter table iso_node add foreign key (iso_id) references iso on delete cascade;
alter table iso_node add foreign key (node_id) references node on delete cascade;
alter table host_iso add foreign key (host_id) references host on delete cascade;
-- An image in a drive cannot be deleted.
alter table host_iso add foreign key (iso_id) references iso;
alter table host_iso add check (status in ('downloading', 'ready', 'mounted'));

create index own_iso_name_search on iso using gin (name gin_trgm_ops);
