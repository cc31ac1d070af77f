-- Plans that are paused are problems, with the moment since when.
ALTER TABLE "operation_plan" ADD COLUMN "paused_at" TIMESTAMPTZ(3);
update operation_plan p set paused_at = coalesce((select max(x.ended_at) from operation_plan_server x where x.plan_id = p.id), now()) where state = 'paused';
create index own_operation_plan_paused on operation_plan (id) where state = 'paused';
