-- Files of imports lie in parts: a whole one would be sealed and sent at once. One that waits now is said to be gone when its turn comes.
CREATE TABLE "import_part" (
    "task" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "content" TEXT NOT NULL,

    CONSTRAINT "import_part_pkey" PRIMARY KEY ("task", "number")
);
ALTER TABLE "import_file" DROP COLUMN "text";
alter table import_part add foreign key (task) references import_file on delete cascade;
