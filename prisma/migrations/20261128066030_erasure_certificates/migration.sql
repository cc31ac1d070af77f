-- What tests under load found, and certificates of cleared disks.
ALTER TABLE "operation" ADD COLUMN "live_system" TEXT, ADD COLUMN "load" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "hardware_report" ADD COLUMN "load" JSONB;
CREATE INDEX "hardware_report_operation_id_idx" ON "hardware_report"("operation_id");
CREATE TABLE "erasure_certificate" (
    "id" SERIAL NOT NULL,
    "number" TEXT NOT NULL,
    "operation_id" INTEGER NOT NULL,
    "server_id" INTEGER NOT NULL,
    "server_name" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "serials" TEXT[],
    "content" JSONB NOT NULL,
    "sha256" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "erasure_certificate_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "erasure_certificate_number_key" ON "erasure_certificate"("number");
CREATE UNIQUE INDEX "erasure_certificate_operation_id_key" ON "erasure_certificate"("operation_id");
CREATE INDEX "erasure_certificate_server_id_idx" ON "erasure_certificate"("server_id");
CREATE INDEX "erasure_certificate_serials_idx" ON "erasure_certificate" USING GIN ("serials");

alter table erasure_certificate add check (result in ('erased', 'partly', 'failed'));
-- No foreign keys: a certificate outlives its server.
create function erasure_certificate_kept() returns trigger language plpgsql as $$
begin
  raise exception 'Certificates are neither changed nor removed';
end $$;
create trigger kept before update or delete on erasure_certificate for each row execute function erasure_certificate_kept();
create trigger kept_all before truncate on erasure_certificate execute function erasure_certificate_kept();
