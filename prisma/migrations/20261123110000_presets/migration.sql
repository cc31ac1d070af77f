-- Sizes and limits that new VMs take over; a VM remembers the one it was made with.
CREATE TABLE "preset" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "virtualization_type" TEXT NOT NULL DEFAULT 'kvm',
    "comment" TEXT,
    "cpu_number" INTEGER NOT NULL,
    "ram_mib" INTEGER NOT NULL,
    "hdd_mib" INTEGER NOT NULL,
    "disks" JSONB NOT NULL DEFAULT '[]',
    "cpu_mode" TEXT,
    "cpu_custom_model" TEXT,
    "nesting" BOOLEAN NOT NULL DEFAULT false,
    "tuning" JSONB NOT NULL DEFAULT '{}',
    "anti_spoofing" BOOLEAN,
    "firewall_rules" JSONB NOT NULL DEFAULT '[]',
    "spice_enabled" BOOLEAN NOT NULL DEFAULT false,
    "spice_additional_enabled" BOOLEAN NOT NULL DEFAULT false,
    "hot_plug" BOOLEAN NOT NULL DEFAULT false,
    "live_resize" BOOLEAN NOT NULL DEFAULT false,
    "snapshot_ram" BOOLEAN NOT NULL DEFAULT false,
    "snapshots_allowed" BOOLEAN NOT NULL DEFAULT true,
    "snapshot_limit" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "preset_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "preset_name_key" ON "preset"("name");

-- AlterTable
ALTER TABLE "host" ADD COLUMN "preset_id" INTEGER;

-- CreateIndex
CREATE INDEX "host_preset_id_idx" ON "host"("preset_id");

-- A VM outlives its preset and keeps its size.
alter table host add foreign key (preset_id) references preset on delete set null;
alter table preset add check (virtualization_type in ('kvm', 'lxd'));
