-- AlterTable
ALTER TABLE "console_ticket" ADD COLUMN     "record" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "server" ADD COLUMN     "record_console" BOOLEAN;

-- AlterTable
ALTER TABLE "host" ADD COLUMN     "record_console" BOOLEAN;

-- CreateTable
CREATE TABLE "recording" (
    "id" SERIAL NOT NULL,
    "file" UUID NOT NULL,
    "instance" UUID NOT NULL,
    "data_key" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "object_id" INTEGER NOT NULL,
    "object_name" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "account_email" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "fault" TEXT NOT NULL DEFAULT '',
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "chunks" INTEGER NOT NULL DEFAULT 0,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recording_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "recording_file_key" ON "recording"("file");

-- CreateIndex
CREATE INDEX "recording_ended_at_idx" ON "recording"("ended_at");

-- CreateIndex
CREATE INDEX "recording_object_object_id_idx" ON "recording"("object", "object_id");

alter table recording add check (object in ('host', 'server'));
alter table recording add check (kind in ('vnc', 'serial', 'sol'));
alter table recording add check (state in ('running', 'complete', 'cut'));
alter table recording add check ((state = 'running') = (ended_at is null));
