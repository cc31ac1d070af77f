-- Operations for which servers boot over the network, their steps, and what live systems found.
CREATE TABLE "operation" (
    "id" SERIAL NOT NULL,
    "server_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'created',
    "os_template_id" INTEGER,
    "template" TEXT,
    "account_id" INTEGER,
    "auth_id" TEXT NOT NULL,
    "clear_hdd" TEXT NOT NULL DEFAULT 'none',
    "hdd_raid" TEXT NOT NULL DEFAULT 'no_raid',
    "setup_ipmi" BOOLEAN NOT NULL DEFAULT false,
    "mac" TEXT NOT NULL,
    "disks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "secrets" TEXT,
    "progress_info" TEXT NOT NULL DEFAULT '',
    "percent" INTEGER NOT NULL DEFAULT 0,
    "fault" TEXT,
    "task" INTEGER,
    "ticket" TEXT,
    "ticket_hash" TEXT,
    "ticket_used_at" TIMESTAMPTZ(3),
    "session_hash" TEXT,
    "seen_at" TIMESTAMPTZ(3),
    "result" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operation_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "operation_step" (
    "operation_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "words" TEXT,
    "percent" INTEGER,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "operation_step_pkey" PRIMARY KEY ("operation_id","position")
);
CREATE TABLE "hardware_report" (
    "id" SERIAL NOT NULL,
    "server_id" INTEGER NOT NULL,
    "operation_id" INTEGER,
    "report" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "hardware_report_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "server" ADD COLUMN "operation_id" INTEGER;

CREATE UNIQUE INDEX "operation_ticket_hash_key" ON "operation"("ticket_hash");
CREATE UNIQUE INDEX "operation_session_hash_key" ON "operation"("session_hash");
CREATE INDEX "operation_server_id_id_idx" ON "operation"("server_id", "id");
CREATE INDEX "operation_location_id_idx" ON "operation"("location_id");
CREATE INDEX "hardware_report_server_id_id_idx" ON "hardware_report"("server_id", "id");
CREATE UNIQUE INDEX "server_operation_id_key" ON "server"("operation_id");

-- History goes with its server.
alter table operation add foreign key (server_id) references server on delete cascade;
alter table operation add foreign key (location_id) references location on delete cascade;
alter table operation add foreign key (os_template_id) references os_template on delete set null;
alter table operation_step add foreign key (operation_id) references operation on delete cascade;
alter table hardware_report add foreign key (server_id) references server on delete cascade;
alter table hardware_report add foreign key (operation_id) references operation on delete set null;
alter table server add foreign key (operation_id) references operation deferrable initially deferred;
alter table operation add check (type in ('install', 'diag', 'rescue', 'clear_hdd', 'search'));
alter table operation add check (status in ('created', 'running', 'ok', 'fail', 'cancelled'));
alter table operation add check (clear_hdd in ('none', 'simple', 'full'));
-- What has ended keeps no way in and no secret.
alter table operation add check (ended_at is null or (ticket is null and secrets is null));

create index own_operation_open on operation (location_id) where status in ('created', 'running');
