-- Answer files of installers, each for one operation and by a ticket of its own.
ALTER TABLE "operation" ADD COLUMN "installer" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "answer_hash" TEXT,
ADD COLUMN "answer_file" TEXT,
ADD COLUMN "answer_address" TEXT,
ADD COLUMN "answer_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "installed_at" TIMESTAMPTZ(3);

CREATE UNIQUE INDEX "operation_answer_hash_key" ON "operation"("answer_hash");

-- What has ended, and an installer that is done, keeps no answer file.
alter table operation add check (answer_file is null or (ended_at is null and installed_at is null));
