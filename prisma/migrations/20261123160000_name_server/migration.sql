-- CreateTable
CREATE TABLE "name_server" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "port" INTEGER,
    "is_https" BOOLEAN NOT NULL DEFAULT false,
    "certificate" TEXT NOT NULL DEFAULT '',
    "zones" TEXT NOT NULL DEFAULT '',
    "key_name" TEXT NOT NULL DEFAULT '',
    "key_algorithm" TEXT NOT NULL DEFAULT 'hmac-sha256',
    "secret" TEXT,
    "ttl" INTEGER NOT NULL DEFAULT 3600,
    "note" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'unknown',
    "fault" TEXT,
    "checked_at" TIMESTAMPTZ(3),
    "fault_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "name_server_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ptr" (
    "id" SERIAL NOT NULL,
    "ip_addr" INET NOT NULL,
    "family" INTEGER NOT NULL,
    "domain" TEXT,
    "ip_id" INTEGER,
    "status" TEXT NOT NULL,
    "fault" TEXT,
    "fault_at" TIMESTAMPTZ(3),
    "name_server_id" INTEGER,
    "zone" TEXT,
    "record_name" TEXT,
    "found" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "read_at" TIMESTAMPTZ(3),
    "drift_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ptr_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "name_server_name_key" ON "name_server"("name");

-- CreateIndex
CREATE UNIQUE INDEX "ptr_ip_addr_key" ON "ptr"("ip_addr");

-- CreateIndex
CREATE INDEX "ptr_ip_id_idx" ON "ptr"("ip_id");

-- CreateIndex
CREATE INDEX "ptr_name_server_id_read_at_idx" ON "ptr"("name_server_id", "read_at");

alter table name_server
  add check (kind in ('rfc2136', 'power_dns')),
  add check (status in ('unknown', 'ok', 'fail')),
  add check (port between 1 and 65535),
  add check (ttl between 0 and 2147483647);
alter table ptr
  add foreign key (ip_id) references ip on delete set null,
  add foreign key (name_server_id) references name_server on delete set null,
  add check (status in ('in_progress', 'ok', 'fail')),
  add check (family in (2, 10));

-- What is wrong, and what belongs to no address any more, is found among many.
create index own_ptr_wrong on ptr (id) where status = 'fail' or drift_at is not null or ip_id is null;
