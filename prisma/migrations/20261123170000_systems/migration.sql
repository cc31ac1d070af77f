-- Which installation of a system a VM runs, and files on its node that are not yet or no longer its own.
ALTER TABLE "host" ADD COLUMN     "instance" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "unused_files" TEXT[] DEFAULT ARRAY[]::TEXT[];
