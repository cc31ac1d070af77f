-- Stores of backups on simulated nodes are too large for the states of the nodes.
CREATE TABLE "simulated_file" (
    "node" TEXT NOT NULL,
    "folder" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "data" BYTEA,
    "modified" INTEGER NOT NULL,

    CONSTRAINT "simulated_file_pkey" PRIMARY KEY ("node","folder","name")
);

alter table simulated_file add foreign key (node) references simulated_node on delete cascade;
