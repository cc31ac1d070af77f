-- CreateTable
CREATE TABLE "recipe" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "type" TEXT NOT NULL DEFAULT 'shell',
    "script" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'active',
    "source" TEXT,
    "repository_id" INTEGER,
    "account_id" INTEGER,
    "for_all" BOOLEAN NOT NULL DEFAULT false,
    "user_visible" BOOLEAN NOT NULL DEFAULT true,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "script_filter" JSONB NOT NULL DEFAULT '[]',
    "email_content" JSONB NOT NULL DEFAULT '[]',
    "params" JSONB NOT NULL DEFAULT '[]',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recipe_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "script_variable" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL DEFAULT '',
    "secret" TEXT,
    "comment" TEXT,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "account_id" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "script_variable_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "script_run" (
    "task" INTEGER NOT NULL,
    "host_id" INTEGER NOT NULL,
    "recipe_id" INTEGER,
    "secret" TEXT,
    "token" TEXT NOT NULL,
    "output" TEXT NOT NULL DEFAULT '',
    "read_bytes" INTEGER NOT NULL DEFAULT 0,
    "exit_code" INTEGER,

    CONSTRAINT "script_run_pkey" PRIMARY KEY ("task")
);

-- CreateIndex
CREATE UNIQUE INDEX "recipe_source_key" ON "recipe"("source");

-- CreateIndex
CREATE INDEX "recipe_account_id_idx" ON "recipe"("account_id");

-- CreateIndex
CREATE INDEX "recipe_repository_id_idx" ON "recipe"("repository_id");

-- CreateIndex
CREATE INDEX "script_variable_account_id_idx" ON "script_variable"("account_id");

-- CreateIndex
CREATE INDEX "script_run_host_id_idx" ON "script_run"("host_id");

alter table recipe
  add foreign key (account_id) references account (id) on delete cascade,
  add foreign key (repository_id) references repository (id) on delete cascade;
alter table script_variable
  add foreign key (account_id) references account (id) on delete cascade,
  -- A hidden value is nowhere but in its sealed column.
  add constraint script_variable_hidden check (hidden = (secret is not null) and (not hidden or value = ''));
alter table script_run
  add foreign key (task) references task (id) on delete cascade,
  add foreign key (host_id) references host (id) on delete cascade;

create unique index own_script_variable_name on script_variable (coalesce(account_id, 0), name);
create index own_recipe_name_search on recipe using gin (name gin_trgm_ops);
