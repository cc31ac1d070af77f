-- CreateTable
CREATE TABLE "user_limit" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER,
    "role" TEXT,
    "host_count" INTEGER,
    "cpu_number" INTEGER,
    "cpu_number_total" INTEGER,
    "ram_mib" INTEGER,
    "ram_mib_total" INTEGER,
    "hdd_mib" INTEGER,
    "hdd_mib_total" INTEGER,
    "ipv4_number" INTEGER,
    "ipv4_number_total" INTEGER,
    "image_count" INTEGER,
    "image_count_total" INTEGER,
    "vxlan_count_total" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "user_limit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_limit_account_id_key" ON "user_limit"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_limit_role_key" ON "user_limit"("role");

alter table user_limit
  add constraint user_limit_account foreign key (account_id) references account (id) on delete cascade,
  add constraint user_limit_of_one check ((account_id is null) <> (role is null)),
  add constraint user_limit_known_role check (role in ('@admin', '@advanced_user', '@user'));
