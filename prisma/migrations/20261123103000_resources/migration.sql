-- What a running VM takes over at its next start only.
ALTER TABLE "host" ADD COLUMN "waits_for_start" TEXT[] DEFAULT ARRAY[]::TEXT[];
-- Changes that wait for the stop of their VM are looked for whenever one stops.
create index own_task_deferred on task (registry_id) where status = 'deferred';
