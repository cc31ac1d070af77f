-- Backups that the database does not know are put aside instead of removed. What was noted before it was written is known to be the rest of
-- a run that failed.
alter table backup_location add column held_since timestamptz(3);
alter table store_round
  add column unknown_count integer not null default 0,
  add column unknown_since timestamptz(3);

CREATE TABLE "store_index" (
    "file" TEXT NOT NULL,
    "location_id" INTEGER,
    "node_id" INTEGER,
    "subject" UUID NOT NULL,
    "noted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "store_index_pkey" PRIMARY KEY ("file")
);
CREATE INDEX "store_index_location_id_idx" ON "store_index"("location_id");
CREATE INDEX "store_index_node_id_idx" ON "store_index"("node_id");
alter table store_index
  add check (num_nonnulls(location_id, node_id) = 1),
  add foreign key (location_id) references backup_location on delete cascade,
  add foreign key (node_id) references node on delete cascade;

-- Copies whose removal had begun are known as well.
insert into store_index (file, location_id, node_id, subject)
  select c.file, c.location_id, c.node_id, b.subject from backup_copy c join backup b on b.id = c.backup_id
   where c.file is not null on conflict do nothing;
