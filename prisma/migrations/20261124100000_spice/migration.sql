-- AlterTable
ALTER TABLE "host" ADD COLUMN     "spice_password" TEXT;

-- CreateTable
CREATE TABLE "spice_session" (
    "token_hash" BYTEA NOT NULL,
    "host_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "session_id" INTEGER,
    "opened" INTEGER NOT NULL DEFAULT 1,
    "beat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "spice_session_pkey" PRIMARY KEY ("token_hash")
);

alter table spice_session add foreign key (host_id) references host on delete cascade;
alter table spice_session add foreign key (account_id) references account on delete cascade;
alter table spice_session add foreign key (session_id) references session on delete cascade;
