-- Whoever cancels an operation may have its server restarted: what was booted would run on.
ALTER TABLE "operation" ADD COLUMN "restart" BOOLEAN NOT NULL DEFAULT false;
