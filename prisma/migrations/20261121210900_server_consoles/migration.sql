-- AlterTable
ALTER TABLE "console_ticket" ADD COLUMN     "server_id" INTEGER,
ADD COLUMN     "take_over" BOOLEAN NOT NULL DEFAULT false,
ALTER COLUMN "host_id" DROP NOT NULL;
alter table console_ticket add foreign key (server_id) references server on delete cascade;
alter table console_ticket add check (num_nonnulls(host_id, server_id) = 1);
