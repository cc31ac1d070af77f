-- Images made of VMs, where they are, and what was made of them.
CREATE TABLE "image" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "account_id" INTEGER,
    "for_all" BOOLEAN NOT NULL DEFAULT false,
    "comment" TEXT,
    "state" TEXT NOT NULL DEFAULT 'creating',
    "cleared" BOOLEAN NOT NULL,
    "file" UUID NOT NULL DEFAULT gen_random_uuid(),
    "storage_id" INTEGER,
    "size_mib" INTEGER NOT NULL,
    "size_bytes" BIGINT,
    "sha256" TEXT,
    "frozen" BOOLEAN,
    "os_id" INTEGER,
    "os_name" TEXT NOT NULL,
    "os_group" TEXT NOT NULL,
    "login_user" TEXT NOT NULL,
    "efi_boot" BOOLEAN NOT NULL,
    "os_tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "min_ram_mib" INTEGER NOT NULL DEFAULT 0,
    "host_id" INTEGER,
    "host_name" TEXT NOT NULL,
    "fault" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "image_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "image_node" (
    "image_id" INTEGER NOT NULL,
    "node_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "disabled" BOOLEAN NOT NULL DEFAULT false,
    "path" TEXT NOT NULL,
    "fault" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "image_node_pkey" PRIMARY KEY ("image_id","node_id")
);
ALTER TABLE "host" ADD COLUMN "image_id" INTEGER, ADD COLUMN "image_name" TEXT, ADD COLUMN "image_gib" DOUBLE PRECISION;
ALTER TABLE "disk" ADD COLUMN "image_id" INTEGER;
CREATE INDEX "image_account_id_idx" ON "image"("account_id");
CREATE INDEX "image_host_id_idx" ON "image"("host_id");
CREATE INDEX "image_storage_id_idx" ON "image"("storage_id");
CREATE INDEX "image_node_node_id_idx" ON "image_node"("node_id");
CREATE INDEX "host_image_id_idx" ON "host"("image_id");
CREATE INDEX "disk_image_id_idx" ON "disk"("image_id");

-- Its file is still on nodes when its owner goes: it is the panel's then.
alter table image add foreign key (account_id) references account on delete set null;
alter table image add foreign key (storage_id) references storage;
alter table image add foreign key (os_id) references os on delete set null;
alter table image add foreign key (host_id) references host on delete set null;
alter table image add check (state in ('creating', 'active', 'migrating', 'deleting', 'crashed'));
alter table image add check (state not in ('active', 'migrating') or (size_bytes is not null and sha256 is not null));
alter table image_node add foreign key (image_id) references image on delete cascade;
alter table image_node add foreign key (node_id) references node on delete cascade;
alter table image_node add check (state in ('ready', 'copying', 'deleting'));
alter table host add foreign key (image_id) references image on delete set null;
-- What a disk stands on cannot go.
alter table disk add foreign key (image_id) references image;

create index own_image_name_search on image using gin (name gin_trgm_ops);
