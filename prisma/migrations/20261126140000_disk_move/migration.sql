-- CreateTable
CREATE TABLE "disk_move" (
    "disk_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "storage_id" INTEGER NOT NULL,
    "node_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "task_id" INTEGER,

    CONSTRAINT "disk_move_pkey" PRIMARY KEY ("disk_id")
);

-- CreateIndex
CREATE INDEX "disk_move_storage_id_node_id_idx" ON "disk_move"("storage_id", "node_id");

alter table disk_move
  add foreign key (disk_id) references disk on delete cascade,
  add foreign key (storage_id) references storage,
  add foreign key (node_id) references node,
  add check (kind in ('move', 'image', 'old'));
