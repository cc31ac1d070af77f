-- AlterTable
ALTER TABLE "account" ALTER COLUMN "roles" SET DEFAULT ARRAY[]::TEXT[],
ALTER COLUMN "totp_recovery" SET DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "access_list" ALTER COLUMN "ip_list" SET DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "cluster" ALTER COLUMN "dns_servers" SET DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "node_interface" ALTER COLUMN "slaves" SET DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "os" ALTER COLUMN "tags" SET DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "host" ALTER COLUMN "tags" SET DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "disk" ALTER COLUMN "tags" SET DEFAULT ARRAY[]::INTEGER[];

update account set roles = '{}' where roles is null;
update account set totp_recovery = '{}' where totp_recovery is null;
update access_list set ip_list = '{}' where ip_list is null;
update cluster set dns_servers = '{}' where dns_servers is null;
update node_interface set slaves = '{}' where slaves is null;
update os set tags = '{}' where tags is null;
update host set tags = '{}' where tags is null;
update disk set tags = '{}' where tags is null;
