-- The tree of snapshots of each VM. The node holds named states only.

-- CreateTable
CREATE TABLE "snapshot" (
    "id" SERIAL NOT NULL,
    "host_id" INTEGER NOT NULL,
    "parent_id" INTEGER,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "with_ram" BOOLEAN NOT NULL DEFAULT false,
    "quiesced" BOOLEAN,
    "state" TEXT NOT NULL DEFAULT 'creation',
    "fault" TEXT,
    "is_curr" BOOLEAN NOT NULL DEFAULT false,
    "capture" TEXT NOT NULL,
    "disks" JSONB NOT NULL DEFAULT '[]',
    "cpu_number" INTEGER NOT NULL,
    "ram_mib" INTEGER NOT NULL,
    "devices" TEXT,
    "memory" TEXT,
    "made_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "made_at" TIMESTAMPTZ(3),

    CONSTRAINT "snapshot_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "snapshot_capture_key" ON "snapshot"("capture");

-- CreateIndex
CREATE INDEX "snapshot_host_id_idx" ON "snapshot"("host_id");

-- A VM that is deleted takes them along: what the node has of them goes in the same task.
ALTER TABLE "snapshot" ADD CONSTRAINT own_snapshot_host FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE CASCADE;
ALTER TABLE "snapshot" ADD CONSTRAINT own_snapshot_parent FOREIGN KEY ("parent_id") REFERENCES "snapshot"("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "snapshot" ADD CONSTRAINT own_snapshot_state CHECK ("state" IN ('creation', 'ok', 'fail'));
CREATE UNIQUE INDEX own_snapshot_curr ON "snapshot"("host_id") WHERE "is_curr";
CREATE INDEX own_snapshot_parent_idx ON "snapshot"("parent_id");
