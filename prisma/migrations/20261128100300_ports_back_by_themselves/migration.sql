-- A port that could not be put back is tried again when its switch answers, more and more seldom.
ALTER TABLE "operation_port" ADD COLUMN "tries" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "retry_at" TIMESTAMPTZ(3);
