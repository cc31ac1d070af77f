-- The same operation on many servers, a few at a time.
CREATE TABLE "operation_plan" (
    "id" SERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "os_template_id" INTEGER,
    "template" TEXT,
    "clear_hdd" TEXT NOT NULL DEFAULT 'none',
    "hdd_raid" TEXT NOT NULL DEFAULT 'no_raid',
    "limit_per_location" INTEGER NOT NULL,
    "stagger_seconds" INTEGER NOT NULL,
    "account_id" INTEGER,
    "auth_id" TEXT NOT NULL,
    "secrets" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT,
    "task" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "operation_plan_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "operation_plan_server" (
    "id" SERIAL NOT NULL,
    "plan_id" INTEGER NOT NULL,
    "server_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "operation_id" INTEGER,
    "code" TEXT,
    "reason" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "disks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "operation_plan_server_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "operation_plan_account_id_idx" ON "operation_plan"("account_id");
CREATE INDEX "operation_plan_server_plan_id_position_idx" ON "operation_plan_server"("plan_id", "position");
CREATE INDEX "operation_plan_server_server_id_idx" ON "operation_plan_server"("server_id");
CREATE INDEX "operation_plan_server_operation_id_idx" ON "operation_plan_server"("operation_id");
CREATE INDEX "operation_plan_server_started_at_idx" ON "operation_plan_server"("started_at");
CREATE UNIQUE INDEX "operation_plan_server_plan_id_server_id_key" ON "operation_plan_server"("plan_id", "server_id");

alter table operation_plan add foreign key (os_template_id) references os_template on delete set null;
alter table operation_plan add foreign key (account_id) references account on delete set null;
alter table operation_plan_server add foreign key (plan_id) references operation_plan on delete cascade;
-- As the operations of a server, its rows go with it.
alter table operation_plan_server add foreign key (server_id) references server on delete cascade;
alter table operation_plan_server add foreign key (operation_id) references operation on delete set null;
alter table operation_plan add check (type in ('install', 'clear_hdd'));
alter table operation_plan add check (state in ('running', 'paused', 'stopped', 'ended'));
alter table operation_plan add check (clear_hdd in ('none', 'simple', 'full'));
alter table operation_plan add check (limit_per_location between 1 and 40);
alter table operation_plan_server add check (state in ('waiting', 'running', 'ok', 'failed', 'cancelled', 'refused'));

create index own_operation_plan_server_running on operation_plan_server (operation_id) where state = 'running';
-- Secrets that are kept for a retry are looked for every hour.
create index own_operation_plan_secrets on operation_plan (ended_at) where secrets is not null;
create index own_operation_plan_template_search on operation_plan using gin (template gin_trgm_ops);
create index own_operation_plan_auth_search on operation_plan using gin (auth_id gin_trgm_ops);
