-- AlterTable
ALTER TABLE "switch_port" ADD COLUMN     "wanted_admin" TEXT,
ADD COLUMN     "wanted_members" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "wanted_trunk" BOOLEAN,
ADD COLUMN     "wanted_vlan" INTEGER;

-- CreateTable
CREATE TABLE "switch_poll" (
    "switch_id" INTEGER NOT NULL,
    "tables_at" TIMESTAMPTZ(3),
    "at" TIMESTAMPTZ(3),
    "uptime_s" BIGINT NOT NULL DEFAULT 0,
    "counters" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "switch_poll_pkey" PRIMARY KEY ("switch_id")
);

-- CreateTable
CREATE TABLE "port_traffic" (
    "switch_id" INTEGER NOT NULL,
    "level" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "ports" INTEGER[],
    "ms" INTEGER[],
    "in_octets" BIGINT[],
    "out_octets" BIGINT[],
    "errors" BIGINT[],
    "discards" BIGINT[],

    CONSTRAINT "port_traffic_pkey" PRIMARY KEY ("switch_id","level","at")
);

-- CreateTable
CREATE TABLE "traffic_level" (
    "level" INTEGER NOT NULL,
    "done_to" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "traffic_level_pkey" PRIMARY KEY ("level")
);

-- CreateTable
CREATE TABLE "port_month" (
    "port_id" INTEGER NOT NULL,
    "month" DATE NOT NULL,
    "p95_in" BIGINT NOT NULL,
    "p95_out" BIGINT NOT NULL,
    "samples" INTEGER NOT NULL,

    CONSTRAINT "port_month_pkey" PRIMARY KEY ("port_id","month")
);

-- CreateTable
CREATE TABLE "server_month" (
    "server_id" INTEGER NOT NULL,
    "month" DATE NOT NULL,
    "in_octets" BIGINT NOT NULL,
    "out_octets" BIGINT NOT NULL,

    CONSTRAINT "server_month_pkey" PRIMARY KEY ("server_id","month")
);

-- CreateTable
CREATE TABLE "switch_neighbour" (
    "switch_id" INTEGER NOT NULL,
    "if_index" TEXT NOT NULL,
    "chassis_id" TEXT NOT NULL,
    "port_id" TEXT NOT NULL,
    "port_description" TEXT NOT NULL DEFAULT '',
    "system_name" TEXT NOT NULL DEFAULT '',
    "system_description" TEXT NOT NULL DEFAULT '',
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "switch_neighbour_pkey" PRIMARY KEY ("switch_id","if_index","chassis_id","port_id")
);

-- CreateTable
CREATE TABLE "switch_mac" (
    "switch_id" INTEGER NOT NULL,
    "mac" TEXT NOT NULL,
    "if_index" TEXT NOT NULL,
    "vlan_id" INTEGER,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "switch_mac_pkey" PRIMARY KEY ("switch_id","mac")
);

-- CreateIndex
CREATE INDEX "port_traffic_level_at_idx" ON "port_traffic"("level", "at");

-- CreateIndex
CREATE INDEX "switch_mac_mac_idx" ON "switch_mac"("mac");

-- Our part: keys of other tables, and how rows are stored.
alter table switch_poll add foreign key (switch_id) references net_switch on delete cascade;
alter table port_traffic add foreign key (switch_id) references net_switch on delete cascade;
alter table port_traffic add check (level in (60, 300, 3600, 86400)), add check (cardinality(ports) > 0),
  add check (cardinality(ports) = cardinality(ms) and cardinality(ports) = cardinality(in_octets) and cardinality(ports) = cardinality(out_octets)),
  add check (cardinality(errors) in (0, cardinality(ports)) and cardinality(discards) in (0, cardinality(ports)));
alter table port_month add foreign key (port_id) references switch_port on delete cascade;
alter table server_month add foreign key (server_id) references server on delete cascade;
alter table switch_neighbour add foreign key (switch_id) references net_switch on delete cascade;
alter table switch_mac add foreign key (switch_id) references net_switch on delete cascade;
alter table switch_port add check (wanted_admin in ('up', 'down')), add check (wanted_vlan between 1 and 4094);
-- Written once a minute, in place.
alter table switch_poll set (fillfactor = 50);
