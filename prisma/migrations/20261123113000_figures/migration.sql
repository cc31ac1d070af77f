CREATE TABLE "host_figure" (
    "host_id" INTEGER NOT NULL,
    "level" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "samples" INTEGER NOT NULL,
    "cpu" REAL,
    "cpu_high" REAL,
    "ram" REAL,
    "disk" REAL,
    "net" REAL,
    "parts" TEXT NOT NULL,
    "means" REAL[],

    CONSTRAINT "host_figure_pkey" PRIMARY KEY ("host_id","level","at")
);

CREATE TABLE "host_figure_level" (
    "level" INTEGER NOT NULL,
    "done_to" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "host_figure_level_pkey" PRIMARY KEY ("level")
);

CREATE INDEX "host_figure_level_at_idx" ON "host_figure"("level", "at");

alter table host_figure add foreign key (host_id) references host on delete cascade;
alter table host_figure add check (level in (15, 300, 3600, 14400)), add check (samples > 0),
  add check (cardinality(means) = 6 * cardinality(string_to_array(parts, ' ')));

CREATE TABLE "node_figure" (
    "node_id" INTEGER NOT NULL,
    "level" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "samples" INTEGER NOT NULL,
    "cpu" REAL,
    "cpu_high" REAL,
    "ram" REAL,
    "disk" REAL,
    "net" REAL,
    "parts" TEXT NOT NULL,
    "means" REAL[],

    CONSTRAINT "node_figure_pkey" PRIMARY KEY ("node_id","level","at")
);

CREATE TABLE "node_figure_level" (
    "level" INTEGER NOT NULL,
    "done_to" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "node_figure_level_pkey" PRIMARY KEY ("level")
);

CREATE INDEX "node_figure_level_at_idx" ON "node_figure"("level", "at");

alter table node_figure add foreign key (node_id) references node on delete cascade;
alter table node_figure add check (level in (15, 300, 3600, 14400)), add check (samples > 0),
  add check (cardinality(means) = 6 * cardinality(string_to_array(parts, ' ')));

CREATE TABLE "host_load" (
    "host_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "cpu" REAL,
    "steal" REAL,
    "ram" REAL,
    "disk" REAL,
    "ops" REAL,
    "net" REAL,

    CONSTRAINT "host_load_pkey" PRIMARY KEY ("host_id")
);

CREATE TABLE "node_load" (
    "node_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "cpu" REAL,
    "iowait" REAL,
    "steal" REAL,
    "ram" REAL,
    "load" REAL,
    "disk" REAL,
    "net" REAL,
    "pressure_cpu" REAL,
    "pressure_memory" REAL,
    "pressure_io" REAL,
    "steal_at" TIMESTAMPTZ(3),
    "memory_at" TIMESTAMPTZ(3),

    CONSTRAINT "node_load_pkey" PRIMARY KEY ("node_id")
);

alter table host_load add foreign key (host_id) references host on delete cascade;
alter table node_load add foreign key (node_id) references node on delete cascade;

-- A row is written anew every few seconds: room on its page keeps that from touching an index.
alter table host_load set (fillfactor = 50);
alter table node_load set (fillfactor = 50);
