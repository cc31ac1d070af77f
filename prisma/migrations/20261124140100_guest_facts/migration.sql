CREATE TABLE "host_guest" (
    "host_id" INTEGER NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "silent_at" TIMESTAMPTZ(3),
    "file_systems" JSONB,
    "fullest" REAL,
    "fullest_mount" TEXT,

    CONSTRAINT "host_guest_pkey" PRIMARY KEY ("host_id")
);

alter table host_guest add foreign key (host_id) references host on delete cascade;
