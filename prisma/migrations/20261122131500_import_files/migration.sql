-- Files that are brought in by a task; sealed, since they may hold secrets.
CREATE TABLE "import_file" (
    "task" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "session_id" INTEGER NOT NULL,
    "ip" TEXT NOT NULL,
    "asked" JSONB NOT NULL,
    "text" TEXT,
    "answer" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "import_file_pkey" PRIMARY KEY ("task")
);
alter table import_file add foreign key (task) references task on delete cascade;
alter table import_file add foreign key (account_id) references account on delete cascade;
