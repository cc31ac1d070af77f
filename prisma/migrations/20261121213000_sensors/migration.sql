-- AlterTable
ALTER TABLE "ipmi" ADD COLUMN     "health" TEXT NOT NULL DEFAULT 'unknown',
ADD COLUMN     "health_at" TIMESTAMPTZ(3),
ADD COLUMN     "health_info" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "temperature" INTEGER;

-- CreateTable
CREATE TABLE "ipmi_state" (
    "ipmi_id" INTEGER NOT NULL,
    "tables_at" TIMESTAMPTZ(3),
    "fault" TEXT,
    "inventory" JSONB,
    "inventory_at" TIMESTAMPTZ(3),
    "last_event" BIGINT,
    "events_at" TIMESTAMPTZ(3),

    CONSTRAINT "ipmi_state_pkey" PRIMARY KEY ("ipmi_id")
);

-- CreateTable
CREATE TABLE "ipmi_sensor" (
    "id" SERIAL NOT NULL,
    "ipmi_id" INTEGER NOT NULL,
    "identity" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT '',
    "value" DOUBLE PRECISION,
    "unit" TEXT NOT NULL DEFAULT '',
    "health" TEXT NOT NULL DEFAULT 'unknown',
    "states" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "thresholds" JSONB NOT NULL DEFAULT '{}',
    "gone_at" TIMESTAMPTZ(3),

    CONSTRAINT "ipmi_sensor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sensor_history" (
    "ipmi_id" INTEGER NOT NULL,
    "level" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "sensors" INTEGER[],
    "means" REAL[],
    "counts" INTEGER[],
    "lows" REAL[],
    "highs" REAL[],

    CONSTRAINT "sensor_history_pkey" PRIMARY KEY ("ipmi_id","level","at")
);

-- CreateTable
CREATE TABLE "sensor_level" (
    "level" INTEGER NOT NULL,
    "done_to" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sensor_level_pkey" PRIMARY KEY ("level")
);

-- CreateTable
CREATE TABLE "ipmi_event" (
    "id" SERIAL NOT NULL,
    "ipmi_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "sensor" TEXT NOT NULL DEFAULT '',
    "words" TEXT NOT NULL,
    "asserted" BOOLEAN NOT NULL DEFAULT true,
    "severity" TEXT NOT NULL DEFAULT 'ok',
    "digest" TEXT NOT NULL,

    CONSTRAINT "ipmi_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ipmi_sensor_ipmi_id_identity_key" ON "ipmi_sensor"("ipmi_id", "identity");

-- CreateIndex
CREATE INDEX "sensor_history_level_at_idx" ON "sensor_history"("level", "at");

-- CreateIndex
CREATE UNIQUE INDEX "ipmi_event_ipmi_id_digest_key" ON "ipmi_event"("ipmi_id", "digest");

alter table ipmi add check (health in ('ok', 'warning', 'critical', 'unknown'));
alter table ipmi_state add foreign key (ipmi_id) references ipmi on delete cascade;
alter table ipmi_sensor add foreign key (ipmi_id) references ipmi on delete cascade;
alter table ipmi_sensor add check (health in ('ok', 'warning', 'critical', 'unknown'));
alter table sensor_history add foreign key (ipmi_id) references ipmi on delete cascade;
alter table sensor_history add check (level in (300, 3600, 86400));
alter table sensor_history add check (cardinality(sensors) > 0 and cardinality(sensors) = cardinality(means)),
  add check (cardinality(counts) in (0, cardinality(sensors)) and cardinality(lows) = cardinality(counts) and cardinality(highs) = cardinality(counts));
alter table ipmi_event add foreign key (ipmi_id) references ipmi on delete cascade;
alter table ipmi_event add check (severity in ('ok', 'warning', 'critical'));
create index own_ipmi_bad on ipmi (health) where health in ('warning', 'critical');
