-- AlterTable
ALTER TABLE "host" ADD COLUMN     "secure_boot" BOOLEAN NOT NULL DEFAULT false;
