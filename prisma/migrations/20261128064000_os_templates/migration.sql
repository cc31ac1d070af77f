-- Templates that servers are booted into, and what locations have of them.
CREATE TABLE "os_template" (
    "id" SERIAL NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "arch" TEXT NOT NULL,
    "firmware" TEXT[],
    "ram_mib" INTEGER NOT NULL,
    "disk_mib" INTEGER NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "content" JSONB NOT NULL,
    "offered" BOOLEAN NOT NULL DEFAULT true,
    "macro" JSONB NOT NULL DEFAULT '{}',
    "macro_secrets" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "os_template_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "os_template_location" (
    "template_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "fault" TEXT,
    "content" JSONB,
    "wanted" JSONB,
    "sums" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "task" INTEGER,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "os_template_location_pkey" PRIMARY KEY ("template_id","location_id")
);
CREATE UNIQUE INDEX "os_template_repository_id_name_key" ON "os_template"("repository_id", "name");
CREATE INDEX "os_template_location_location_id_idx" ON "os_template_location"("location_id");

-- What locations have of a repository's templates goes first.
alter table os_template add foreign key (repository_id) references repository;
alter table os_template add check (type in ('ostemplate', 'diag', 'rescue', 'serversearch', 'isotemplate'));
alter table os_template_location add foreign key (template_id) references os_template;
-- With a location that is given up goes what is known of its files.
alter table os_template_location add foreign key (location_id) references location on delete cascade;
alter table os_template_location add check (status in ('ok', 'fail', 'installing', 'deleting', 'need_update'));
alter table os_template_location add check (status not in ('ok', 'need_update') or content is not null);
alter table os_template_location add check (status <> 'installing' or wanted is not null);

create index own_os_template_name_search on os_template using gin (name gin_trgm_ops);
