-- AlterTable
ALTER TABLE "switch_port" ADD COLUMN     "fault" TEXT,
ADD COLUMN     "speed_type" TEXT NOT NULL DEFAULT 'unknown';

-- AlterTable
ALTER TABLE "switch_connection" ADD COLUMN     "suspended" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "pdu_port" ADD COLUMN     "fault" TEXT,
ADD COLUMN     "seen_at" TIMESTAMPTZ(3);
