-- Systems that are not used on a node.
CREATE TABLE "os_node_disabled" (
    "os_id" INTEGER NOT NULL,
    "node_id" INTEGER NOT NULL,

    CONSTRAINT "os_node_disabled_pkey" PRIMARY KEY ("os_id","node_id")
);
CREATE INDEX "os_node_disabled_node_id_idx" ON "os_node_disabled"("node_id");
alter table os_node_disabled add foreign key (os_id) references os on delete cascade;
alter table os_node_disabled add foreign key (node_id) references node on delete cascade;
