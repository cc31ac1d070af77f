-- Simulated nodes lay in the data folder of one process; all processes have to see the same.
CREATE TABLE "simulated_node" (
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "state" TEXT NOT NULL,

    CONSTRAINT "simulated_node_pkey" PRIMARY KEY ("name")
);
