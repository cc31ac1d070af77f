CREATE TABLE "machine" (
    "id" SERIAL NOT NULL,
    "location_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "server_id" INTEGER,
    "mac" TEXT NOT NULL,
    "boot_macs" TEXT[],
    "address" INET NOT NULL,
    "vendor" TEXT NOT NULL DEFAULT '',
    "product" TEXT NOT NULL DEFAULT '',
    "serial" TEXT NOT NULL DEFAULT '',
    "uuid" TEXT NOT NULL DEFAULT '',
    "macs" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "report" JSONB,
    "reported_at" TIMESTAMPTZ(3),
    "asked" INTEGER NOT NULL DEFAULT 1,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "session_hash" TEXT,
    "session_reports" INTEGER NOT NULL DEFAULT 0,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "machine_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "machine_session_hash_key" ON "machine"("session_hash");
CREATE INDEX "machine_server_id_idx" ON "machine"("server_id");

alter table machine add foreign key (location_id) references location on delete cascade;
-- Without its server it is one that nobody has entered: it shows itself anew when it boots.
alter table machine add foreign key (server_id) references server on delete cascade;
alter table machine add check (state in ('waiting', 'ignored', 'adopted'));
alter table machine add check ((state = 'adopted') = (server_id is not null));

-- One row a card among those that are no servers yet; they are few, because a location takes a bounded number of them.
create unique index own_machine_open on machine (location_id, mac) where state <> 'adopted';
