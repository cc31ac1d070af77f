-- AlterTable
ALTER TABLE "ippool" ADD COLUMN     "location_id" INTEGER;

-- AlterTable
ALTER TABLE "ipnet" ADD COLUMN     "location_id" INTEGER;

-- AlterTable
ALTER TABLE "ip" ADD COLUMN     "server_id" INTEGER;

-- CreateTable
CREATE TABLE "location" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "geolocation" TEXT NOT NULL DEFAULT '',
    "ssh_address" TEXT NOT NULL,
    "ssh_port" INTEGER NOT NULL DEFAULT 22,
    "ssh_user" TEXT NOT NULL,
    "ssh_password" TEXT,
    "host_key" TEXT,
    "status" TEXT NOT NULL DEFAULT 'created',
    "userspace" INTEGER NOT NULL DEFAULT 1,
    "params_dhcp" JSONB NOT NULL DEFAULT '{}',
    "params_web" JSONB NOT NULL DEFAULT '{}',
    "params_cache" JSONB NOT NULL DEFAULT '{}',
    "setup_info" JSONB NOT NULL DEFAULT '{}',
    "dhcp4_conf" JSONB NOT NULL DEFAULT '{}',
    "container_compose" TEXT NOT NULL DEFAULT '',
    "fault" TEXT,
    "checked_at" TIMESTAMPTZ(3),
    "poll_limit" INTEGER NOT NULL DEFAULT 16,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "location_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "location_message" (
    "id" SERIAL NOT NULL,
    "location_id" INTEGER NOT NULL,
    "stream" TEXT NOT NULL,
    "message" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "location_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rack" (
    "id" SERIAL NOT NULL,
    "location_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "hall_row" INTEGER NOT NULL DEFAULT 0,
    "hall_place" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rack_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rack_cell" (
    "rack_id" INTEGER NOT NULL,
    "face" TEXT NOT NULL,
    "unit" INTEGER NOT NULL,
    "half" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "ref" INTEGER NOT NULL,

    CONSTRAINT "rack_cell_pkey" PRIMARY KEY ("rack_id","face","unit","half")
);

-- CreateTable
CREATE TABLE "rack_reservation" (
    "id" SERIAL NOT NULL,
    "rack_id" INTEGER NOT NULL,
    "unit" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rack_reservation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chassis" (
    "id" SERIAL NOT NULL,
    "rack_id" INTEGER NOT NULL,
    "unit" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "server_slot_count" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chassis_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chassis_slot" (
    "chassis_id" INTEGER NOT NULL,
    "slot" INTEGER NOT NULL,
    "server_id" INTEGER NOT NULL,

    CONSTRAINT "chassis_slot_pkey" PRIMARY KEY ("chassis_id","slot")
);

-- CreateTable
CREATE TABLE "cpu_socket" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cpu_socket_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "platform" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "server_size" INTEGER NOT NULL,
    "width" TEXT NOT NULL DEFAULT 'full',
    "cpu_socket" INTEGER NOT NULL,
    "cpu_socket_count" INTEGER NOT NULL,
    "ram_slot_count" INTEGER NOT NULL,
    "max_ram" INTEGER NOT NULL,
    "hdd_slot_count" INTEGER NOT NULL,
    "pci_slot_count" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "platform_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "server" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "domain" TEXT,
    "type" TEXT NOT NULL,
    "platform_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "rack_id" INTEGER,
    "unit" INTEGER,
    "size" INTEGER NOT NULL,
    "width" TEXT NOT NULL DEFAULT 'full',
    "chassis_id" INTEGER,
    "slot" INTEGER,
    "owner_id" INTEGER,
    "state" TEXT NOT NULL DEFAULT 'active',
    "state_info" TEXT,
    "power_status" TEXT NOT NULL DEFAULT 'unknown',
    "hardware_info" JSONB NOT NULL DEFAULT '{}',
    "perform_info" JSONB NOT NULL DEFAULT '{}',
    "configuration" TEXT NOT NULL DEFAULT '',
    "settings" JSONB NOT NULL DEFAULT '{}',
    "barcode" TEXT,
    "is_new" BOOLEAN NOT NULL DEFAULT false,
    "is_protected" BOOLEAN NOT NULL DEFAULT false,
    "maintenance" BOOLEAN NOT NULL DEFAULT false,
    "note" TEXT NOT NULL DEFAULT '',
    "node_id" INTEGER,
    "os_template_id" INTEGER,
    "main_ip_id" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "server_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "server_mac" (
    "mac" TEXT NOT NULL,
    "server_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "server_mac_pkey" PRIMARY KEY ("mac")
);

-- CreateTable
CREATE TABLE "net_switch" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "ip" INET NOT NULL,
    "location_id" INTEGER NOT NULL,
    "rack_id" INTEGER NOT NULL,
    "unit" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "face" TEXT NOT NULL DEFAULT 'front',
    "depth" TEXT NOT NULL DEFAULT 'full',
    "hostname" TEXT NOT NULL DEFAULT '',
    "note" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'in_progress',
    "snmp_params" JSONB,
    "snmp_secrets" TEXT,
    "ssh_params" JSONB,
    "ssh_secrets" TEXT,
    "netconf_params" JSONB,
    "netconf_secrets" TEXT,
    "host_key" TEXT,
    "additional_info" JSONB NOT NULL DEFAULT '{}',
    "fault" TEXT,
    "last_update" TIMESTAMPTZ(3),
    "last_success_update" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "net_switch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "switch_port" (
    "id" SERIAL NOT NULL,
    "switch_id" INTEGER NOT NULL,
    "if_index" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "mac" TEXT,
    "duplex" TEXT NOT NULL DEFAULT 'unknown',
    "speed" TEXT NOT NULL DEFAULT 'unknown',
    "speed_bps" BIGINT,
    "admin_status" TEXT NOT NULL DEFAULT 'unknown',
    "oper_status" TEXT NOT NULL DEFAULT 'unknown',
    "description" TEXT NOT NULL DEFAULT '',
    "note" TEXT NOT NULL DEFAULT '',
    "connection_type_info" TEXT NOT NULL DEFAULT '',
    "vlan_id" INTEGER,
    "is_trunk" BOOLEAN NOT NULL DEFAULT false,
    "trunk_members" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "is_uplink" BOOLEAN NOT NULL DEFAULT false,
    "is_service" BOOLEAN NOT NULL DEFAULT false,
    "do_not_collect_traffic" BOOLEAN NOT NULL DEFAULT false,
    "task_id" INTEGER,
    "gone" BOOLEAN NOT NULL DEFAULT false,
    "seen_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "switch_port_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vlan" (
    "location_id" INTEGER NOT NULL,
    "vlan_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vlan_pkey" PRIMARY KEY ("location_id","vlan_id")
);

-- CreateTable
CREATE TABLE "switch_connection" (
    "id" SERIAL NOT NULL,
    "server_id" INTEGER NOT NULL,
    "switch_port_id" INTEGER NOT NULL,
    "do_not_collect_traffic" BOOLEAN NOT NULL DEFAULT false,
    "is_ipmi_connection" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "switch_connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pdu" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "ip" INET NOT NULL,
    "location_id" INTEGER NOT NULL,
    "rack_id" INTEGER NOT NULL,
    "unit" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "face" TEXT NOT NULL DEFAULT 'front',
    "depth" TEXT NOT NULL DEFAULT 'full',
    "note" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'process_status',
    "status_info" JSONB NOT NULL DEFAULT '{}',
    "snmp_params" JSONB,
    "snmp_secrets" TEXT,
    "load_watt" INTEGER,
    "last_update" TIMESTAMPTZ(3),
    "last_success_update" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pdu_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pdu_port" (
    "id" SERIAL NOT NULL,
    "pdu_id" INTEGER NOT NULL,
    "identity" INTEGER NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "power_status" TEXT NOT NULL DEFAULT 'unknown',
    "load_watt" INTEGER,
    "note" TEXT NOT NULL DEFAULT '',
    "is_service" BOOLEAN NOT NULL DEFAULT false,
    "connection_type_info" TEXT NOT NULL DEFAULT '',
    "task_id" INTEGER,
    "gone" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "pdu_port_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pdu_connection" (
    "id" SERIAL NOT NULL,
    "server_id" INTEGER NOT NULL,
    "pdu_port_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pdu_connection_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "location_name_key" ON "location"("name");

-- CreateIndex
CREATE INDEX "location_message_location_id_id_idx" ON "location_message"("location_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "rack_location_id_name_key" ON "rack"("location_id", "name");

-- CreateIndex
CREATE INDEX "rack_cell_kind_ref_idx" ON "rack_cell"("kind", "ref");

-- CreateIndex
CREATE INDEX "rack_reservation_rack_id_idx" ON "rack_reservation"("rack_id");

-- CreateIndex
CREATE UNIQUE INDEX "chassis_rack_id_name_key" ON "chassis"("rack_id", "name");

-- CreateIndex
CREATE INDEX "chassis_slot_server_id_idx" ON "chassis_slot"("server_id");

-- CreateIndex
CREATE UNIQUE INDEX "cpu_socket_name_key" ON "cpu_socket"("name");

-- CreateIndex
CREATE UNIQUE INDEX "platform_name_key" ON "platform"("name");

-- CreateIndex
CREATE INDEX "platform_cpu_socket_idx" ON "platform"("cpu_socket");

-- CreateIndex
CREATE UNIQUE INDEX "server_name_key" ON "server"("name");

-- CreateIndex
CREATE UNIQUE INDEX "server_node_id_key" ON "server"("node_id");

-- CreateIndex
CREATE INDEX "server_location_id_idx" ON "server"("location_id");

-- CreateIndex
CREATE INDEX "server_rack_id_idx" ON "server"("rack_id");

-- CreateIndex
CREATE INDEX "server_platform_id_idx" ON "server"("platform_id");

-- CreateIndex
CREATE INDEX "server_mac_server_id_idx" ON "server_mac"("server_id");

-- CreateIndex
CREATE UNIQUE INDEX "net_switch_name_key" ON "net_switch"("name");

-- CreateIndex
CREATE INDEX "net_switch_location_id_idx" ON "net_switch"("location_id");

-- CreateIndex
CREATE INDEX "net_switch_rack_id_idx" ON "net_switch"("rack_id");

-- CreateIndex
CREATE UNIQUE INDEX "switch_port_switch_id_if_index_key" ON "switch_port"("switch_id", "if_index");

-- CreateIndex
CREATE UNIQUE INDEX "vlan_location_id_name_key" ON "vlan"("location_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "switch_connection_switch_port_id_key" ON "switch_connection"("switch_port_id");

-- CreateIndex
CREATE INDEX "switch_connection_server_id_idx" ON "switch_connection"("server_id");

-- CreateIndex
CREATE UNIQUE INDEX "pdu_name_key" ON "pdu"("name");

-- CreateIndex
CREATE INDEX "pdu_location_id_idx" ON "pdu"("location_id");

-- CreateIndex
CREATE INDEX "pdu_rack_id_idx" ON "pdu"("rack_id");

-- CreateIndex
CREATE UNIQUE INDEX "pdu_port_pdu_id_identity_key" ON "pdu_port"("pdu_id", "identity");

-- CreateIndex
CREATE UNIQUE INDEX "pdu_connection_pdu_port_id_key" ON "pdu_connection"("pdu_port_id");

-- CreateIndex
CREATE INDEX "pdu_connection_server_id_idx" ON "pdu_connection"("server_id");

-- CreateIndex
CREATE INDEX "ip_server_id_idx" ON "ip"("server_id");

-- Foreign keys and rules: they are ours, the Prisma schema declares no relations (see prisma/schema/main.prisma).
alter table location add check (status in ('created', 'check_failed', 'need_setup', 'setup', 'ok', 'setup_failed'));
alter table location_message add foreign key (location_id) references location on delete cascade;
alter table rack add foreign key (location_id) references location;
alter table rack add check (size between 1 and 99);
alter table rack_reservation add foreign key (rack_id) references rack on delete cascade;
alter table rack_cell add foreign key (rack_id) references rack;
alter table rack_cell add check (face in ('front', 'rear', 'left', 'right')), add check (unit between 1 and 99),
  add check (half = 0 or (half = 1 and face in ('front', 'rear'))),
  add check (kind in ('server', 'switch', 'pdu', 'chassis', 'reserved'));
alter table chassis add foreign key (rack_id) references rack;
alter table chassis_slot add foreign key (chassis_id) references chassis;
alter table platform add foreign key (cpu_socket) references cpu_socket;
alter table platform add check (type in ('server', 'blade')), add check (width in ('full', 'half'));
alter table server add foreign key (platform_id) references platform;
alter table server add foreign key (location_id) references location;
alter table server add foreign key (rack_id) references rack;
alter table server add foreign key (chassis_id) references chassis;
alter table server add foreign key (owner_id) references account on delete set null;
alter table server add foreign key (node_id) references node on delete set null;
alter table server add foreign key (main_ip_id) references ip on delete set null;
alter table server add check (num_nonnulls(rack_id, unit) in (0, 2)), add check (num_nonnulls(chassis_id, slot) in (0, 2)),
  add check (rack_id is null or chassis_id is null);
alter table server_mac add foreign key (server_id) references server on delete cascade;
-- Checked at the end of the transaction: a new blade takes its slots before its record is written.
alter table chassis_slot add foreign key (server_id) references server on delete cascade deferrable initially deferred;
alter table net_switch add foreign key (location_id) references location;
alter table net_switch add foreign key (rack_id) references rack;
alter table net_switch add check (status in ('ok', 'fail', 'in_progress'));
alter table switch_port add foreign key (switch_id) references net_switch on delete cascade;
alter table switch_port add check (vlan_id between 1 and 4094), add check (not (is_uplink and is_service));
alter table vlan add foreign key (location_id) references location;
alter table vlan add check (vlan_id between 1 and 4094);
alter table switch_connection add foreign key (server_id) references server on delete cascade;
alter table switch_connection add foreign key (switch_port_id) references switch_port on delete cascade;
alter table pdu add foreign key (location_id) references location;
alter table pdu add foreign key (rack_id) references rack;
alter table pdu add check (status in ('ok', 'fail', 'process_status'));
alter table pdu_port add foreign key (pdu_id) references pdu on delete cascade;
alter table pdu_port add check (power_status in ('unknown', 'up', 'down'));
alter table pdu_connection add foreign key (server_id) references server on delete cascade;
alter table pdu_connection add foreign key (pdu_port_id) references pdu_port on delete cascade;
alter table ip add foreign key (server_id) references server on delete set null;
alter table ippool add foreign key (location_id) references location;
alter table ipnet add foreign key (location_id) references location;

-- An address belongs to a machine, to a server or to neither.
alter table ip add check (num_nonnulls(host_id, server_id) <= 1);

create index own_server_owner on server (owner_id, id);
create index own_server_search on server using gin (name gin_trgm_ops);
create index own_switch_port_trunk on switch_port using gin (trunk_members);
create index own_switch_port_vlan on switch_port (vlan_id);
