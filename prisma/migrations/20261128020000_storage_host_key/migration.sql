-- AlterTable
ALTER TABLE "storage" ADD COLUMN     "host_key" TEXT;
