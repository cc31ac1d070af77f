-- CreateTable
CREATE TABLE "proxy_location" (
    "location_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'setting_up',
    "fault" TEXT,
    "mode" TEXT NOT NULL DEFAULT 'program',
    "runtime_agree" BOOLEAN NOT NULL DEFAULT false,
    "iso_mount" BOOLEAN NOT NULL DEFAULT false,
    "program" TEXT,
    "installed_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "proxy_location_pkey" PRIMARY KEY ("location_id")
);

alter table proxy_location add foreign key (location_id) references location on delete cascade;
alter table proxy_location add check (status in ('ok', 'fail', 'setting_up'));
alter table proxy_location add check (mode in ('program', 'container'));
