-- Actions on a VM wait for each other in its row, so that one statement judges a new one and lets it in.
ALTER TABLE "host" ADD COLUMN     "is_built" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "queue" JSONB NOT NULL DEFAULT '[]';

-- Of a creation that failed or still runs there is nothing to start.
update host set is_built = state not in ('creating') and not (state = 'crashed' and exists (select from disk d where d.host_id = host.id and d.state = 'crashed'));

-- What is under way during the update has its task, and leaves the state that its name says.
update host h set queue = jsonb_build_array(jsonb_build_object('action', h.action,
    'task', (select max(t.id) from task t where t.entity = 'host' and t.registry_id = h.id and t.name = h.action),
    'leaves', case h.action when 'host_create' then 'active' when 'host_start' then 'active' when 'host_restart' then 'active'
                            when 'host_stop' then 'stopped' when 'host_delete' then 'deleting' else h.state end))
 where h.action is not null;

ALTER TABLE "host" DROP COLUMN "action";
alter table host add check (jsonb_typeof(queue) = 'array' and jsonb_array_length(queue) <= 17);

-- CreateTable
CREATE TABLE "host_password" (
    "task" INTEGER NOT NULL,
    "host_id" INTEGER NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "host_password_pkey" PRIMARY KEY ("task")
);

-- CreateIndex
CREATE INDEX "host_password_host_id_idx" ON "host_password"("host_id");

alter table host_password add foreign key (host_id) references host (id) on delete cascade;
