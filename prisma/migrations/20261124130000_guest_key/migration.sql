-- CreateTable
CREATE TABLE "guest_key" (
    "host_id" INTEGER NOT NULL,
    "public_key" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "host_key" TEXT,
    "instance" INTEGER,

    CONSTRAINT "guest_key_pkey" PRIMARY KEY ("host_id")
);

alter table guest_key
  add foreign key (host_id) references host (id) on delete cascade,
  add constraint guest_key_pinned check ((host_key is null) = (instance is null));
