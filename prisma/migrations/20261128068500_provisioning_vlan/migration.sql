-- The provisioning VLAN of a location, and the switch ports that operations have put into it.
ALTER TABLE "location" ADD COLUMN "provisioning_vlan" INTEGER;
ALTER TABLE "switch_port" ADD COLUMN "aggregate" TEXT;
CREATE TABLE "operation_port" (
    "switch_port_id" INTEGER NOT NULL,
    "operation_id" INTEGER,
    "vlan" INTEGER NOT NULL,
    "before_vlan" INTEGER NOT NULL,
    "before_trunk" BOOLEAN NOT NULL,
    "before_members" INTEGER[],
    "moving" BOOLEAN NOT NULL DEFAULT true,
    "fault" TEXT,
    "fault_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operation_port_pkey" PRIMARY KEY ("switch_port_id")
);

CREATE INDEX "operation_port_operation_id_idx" ON "operation_port"("operation_id");

alter table location add check (provisioning_vlan between 1 and 4094);
alter table operation_port add foreign key (switch_port_id) references switch_port on delete cascade;
-- The port has to be put back also when its server is gone.
alter table operation_port add foreign key (operation_id) references operation on delete set null;
