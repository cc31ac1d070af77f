-- AlterTable
ALTER TABLE "server" ADD COLUMN     "power_action" TEXT,
ADD COLUMN     "power_task" INTEGER;

-- CreateTable
CREATE TABLE "power_event" (
    "id" SERIAL NOT NULL,
    "server_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "action" TEXT,
    "before" TEXT NOT NULL,
    "after" TEXT,
    "user" TEXT,
    "task" INTEGER,
    "state" TEXT NOT NULL,
    "fault" TEXT,

    CONSTRAINT "power_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "power_event_server_id_id_idx" ON "power_event"("server_id", "id");

alter table power_event add foreign key (server_id) references server on delete cascade;
alter table power_event add check (before in ('on', 'off', 'unknown') and after in ('on', 'off', 'unknown'));
alter table power_event add check (state in ('running', 'complete', 'failed', 'aborted'));
create index own_power_event_running on power_event (task) where state = 'running';
create index own_server_power_task on server (power_task) where power_task is not null;

-- The end of a task on power frees its server, also when its own settling failed.
create function task_power_over() returns trigger language plpgsql as $$
begin
  update power_event set state = new.status, fault = coalesce(fault, new.error) where task = new.id and state = 'running';
  update server set power_action = null, power_task = null where power_task = new.id;
  return null;
end $$;
create trigger task_power_over after update of status on task for each row
  when (old.status is distinct from new.status and new.status in ('complete', 'failed', 'aborted')
        and new.entity = 'server' and (new.name like 'server_power_%' or new.name in ('server_shutdown', 'server_boot_device')))
  execute function task_power_over();
