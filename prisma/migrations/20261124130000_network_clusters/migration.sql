-- Clusters that a network is for; one without rows is for all of them, and for servers.
CREATE TABLE "ipnet_cluster" (
    "ipnet_id" INTEGER NOT NULL,
    "cluster_id" INTEGER NOT NULL,

    CONSTRAINT "ipnet_cluster_pkey" PRIMARY KEY ("ipnet_id","cluster_id")
);
CREATE INDEX "ipnet_cluster_cluster_id_idx" ON "ipnet_cluster"("cluster_id");
alter table ipnet_cluster add foreign key (ipnet_id) references ipnet on delete cascade;
alter table ipnet_cluster add foreign key (cluster_id) references cluster on delete cascade;
