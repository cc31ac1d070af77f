-- The rescue system that a VM starts instead of its own.
ALTER TABLE "host" ADD COLUMN "rescue" JSONB;
