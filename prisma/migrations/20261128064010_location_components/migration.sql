-- CreateTable
CREATE TABLE "location_component" (
    "location_id" INTEGER NOT NULL,
    "component" TEXT NOT NULL,
    "fault" TEXT,
    "fault_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "location_component_pkey" PRIMARY KEY ("location_id","component")
);

ALTER TABLE location_component ADD FOREIGN KEY (location_id) REFERENCES location (id) ON DELETE CASCADE;
CREATE INDEX own_location_component_fault ON location_component (location_id) WHERE fault IS NOT NULL;
