-- CreateTable
CREATE TABLE "proxy_session" (
    "id" SERIAL NOT NULL,
    "ipmi_id" INTEGER,
    "proxy_type" TEXT NOT NULL,
    "listen_web_port" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'opening',
    "account_id" INTEGER,
    "task" INTEGER,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "released_at" TIMESTAMPTZ(3),
    "fault" TEXT,

    CONSTRAINT "proxy_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "proxy_pass" (
    "token_hash" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "proxy_session_id" INTEGER NOT NULL,
    "session_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "proxy_pass_pkey" PRIMARY KEY ("token_hash")
);

alter table proxy_session add foreign key (ipmi_id) references ipmi on delete set null;
alter table proxy_session add foreign key (account_id) references account on delete set null;
alter table proxy_session add check (proxy_type in ('web', 'console'));
alter table proxy_session add check (state in ('opening', 'open', 'closed'));
alter table proxy_session add check (listen_web_port between 1 and 65535);
alter table proxy_session add check ((state = 'closed') = (closed_at is not null));
create unique index own_proxy_session_port on proxy_session (listen_web_port) where state <> 'closed';
create unique index own_proxy_session_of_controller on proxy_session (ipmi_id, proxy_type) where state <> 'closed';
create index own_proxy_session_last on proxy_session (listen_web_port, id);
create index own_proxy_session_ipmi on proxy_session (ipmi_id);

alter table proxy_pass add foreign key (proxy_session_id) references proxy_session on delete cascade;
alter table proxy_pass add foreign key (session_id) references session on delete cascade;
alter table proxy_pass add check (kind in ('ticket', 'cookie'));
create index own_proxy_pass_session on proxy_pass (session_id);
create index own_proxy_pass_port on proxy_pass (proxy_session_id);
