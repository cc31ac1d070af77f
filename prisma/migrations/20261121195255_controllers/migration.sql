-- CreateTable
CREATE TABLE "ipmi" (
    "id" SERIAL NOT NULL,
    "server_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'ipmi',
    "ip" INET NOT NULL,
    "port" INTEGER,
    "web_port" INTEGER,
    "mac" TEXT,
    "username" TEXT NOT NULL,
    "password" TEXT NOT NULL,
    "identity" TEXT,
    "web_identity" TEXT,
    "vendor" TEXT NOT NULL DEFAULT '',
    "model" TEXT NOT NULL DEFAULT '',
    "power_status" TEXT NOT NULL DEFAULT 'unknown',
    "status" TEXT NOT NULL DEFAULT 'in_progress',
    "status_info" JSONB NOT NULL DEFAULT '{}',
    "last_update" TIMESTAMPTZ(3),
    "last_success_update" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ipmi_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ipmi_server_id_key" ON "ipmi"("server_id");

alter table ipmi add foreign key (server_id) references server on delete cascade;
alter table ipmi add check (type in ('ipmi', 'amt', 'redfish'));
alter table ipmi add check (status in ('in_progress', 'ok', 'fail'));
alter table ipmi add check (power_status in ('on', 'off', 'unknown'));
alter table ipmi add check (port between 1 and 65535 and web_port between 1 and 65535);
